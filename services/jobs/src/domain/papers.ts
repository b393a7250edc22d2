/**
 * Content of a job's labels and waybill. No contact, note or price: paper goes through many hands.
 */
import type { BookingSite, LabelSet, Waybill } from '@svc/contracts';
import { Refusal } from '@svc/kit/refusal';
import { parcelCode } from '@svc/text/codes/parcel-code';
import type { SitesById } from './courier-stops.ts';
import { type JobRecord, rangeOf } from './job.ts';

interface LabelOptions {
  layout: LabelSet['layout'];
  parcel?: number | undefined;
  dry_ice_g?: number | undefined;
}

export function toLabelSet(job: JobRecord, sites: SitesById, options: LabelOptions): LabelSet {
  const { layout, parcel, dry_ice_g = bookedDryIce(job) } = options;
  const fields = fieldsOf(job, sites);
  const parcels = fields.parcels.filter(({ number }) => parcel === undefined || number === parcel);
  if (parcels.length === 0) {
    const detail = `The job has ${fields.parcel_count} parcels.`;
    throw new Refusal('invalid_body', detail, { path: ['parcel'] });
  }
  return { object: 'label_set', ...fields, parcels, layout, dry_ice_g };
}

const bookedDryIce = ({ temperature_profile: profile }: JobRecord): number | null =>
  profile?.dry_ice_kg === undefined ? null : Math.round(profile.dry_ice_kg * 1_000);

export const toWaybill = (job: JobRecord, sites: SitesById): Waybill => ({
  object: 'waybill',
  ...fieldsOf(job, sites),
  status: job.status,
  seal: job.seal,
  requirements: job.requirements,
  created_at: job.created_at.toISOString(),
  ready_at: job.starts_at.toISOString(),
  collected_at: job.collected_at?.toISOString() ?? null,
  delivered_at: job.delivered_at?.toISOString() ?? null,
});

const fieldsOf = (job: JobRecord, sites: SitesById) => ({
  job_id: job.id,
  ref: job.ref,
  reference: job.reference,
  service: job.priced.service,
  sender: job.tenant_name,
  pickup: siteOf(job.pickup, sites),
  dropoff: siteOf(job.dropoff, sites),
  parcel_count: job.parcel_items.length,
  temperature_range_c: rangeOf(job),
  temperature_profile: job.temperature_profile?.name ?? null,
  sla_due: job.sla_due.toISOString(),
  parcels: job.parcel_items.map(({ id, sscc, barcode, temperature_class, un_number }, nth) => {
    const { value: code, scheme } = parcelCode({ id, sscc: sscc ?? null });
    return { id, number: nth + 1, code, scheme, barcode, temperature_class, un_number };
  }),
});

const siteOf = ({ site_id, name }: BookingSite, sites: SitesById) => ({
  site_id,
  name,
  address: sites.get(site_id)?.address ?? '',
});
