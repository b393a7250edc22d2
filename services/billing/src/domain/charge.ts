/** Charges of a tenant for its jobs. */
import {
  type DataOf,
  type InternalsOf,
  type jobsEvents,
  type lineKinds,
  percentOf,
  vatPercent,
} from '@svc/contracts';

/** A billable amount; becomes an invoice line. */
export interface Charge {
  job_id: string;
  kind: (typeof lineKinds)[number];
  ref: string;
  cost_centre: string;
  label: string;
  amount_cents: number;
  vat_cents: number;
  vat_percent: number;
  happened_at: Date;
}

type Events = typeof jobsEvents;
interface BillableEvent<T extends keyof Events> {
  data: DataOf<Events[T]>;
  internals: InternalsOf<Events[T]>;
  created_at: string;
}

/** A delivered job costs its price; a return is free. */
export function chargeOfDelivery(event: BillableEvent<'delivery.completed'>): Charge | undefined {
  const { data, internals } = event;
  const { priced, pickup, dropoff, return_of, cost_centre, ref } = internals.job;
  if (return_of !== null) return undefined;
  return {
    job_id: data.job_id,
    kind: 'delivery',
    ref,
    cost_centre,
    label: `${priced.service}, ${pickup.name} to ${dropoff.name}`,
    amount_cents: priced.amount_cents,
    vat_cents: priced.vat_cents,
    vat_percent: rateOf(priced),
    happened_at: new Date(data.delivered_at),
  };
}

/** A cancelled job costs its fee, with VAT at the rate of its price; without a fee it is free. */
export function chargeOfCancellation(event: BillableEvent<'job.cancelled'>): Charge | undefined {
  const { data, internals, created_at } = event;
  const { priced, cost_centre, ref } = internals.job;
  if (data.fee_cents === 0) return undefined;
  const vat_percent = rateOf(priced);
  return {
    job_id: data.job_id,
    kind: 'cancellation',
    ref,
    cost_centre,
    label: `Cancellation fee, ${priced.service}: ${data.reason}`,
    amount_cents: data.fee_cents,
    vat_cents: percentOf(data.fee_cents, vat_percent),
    vat_percent,
    happened_at: new Date(internals.occurred?.at ?? created_at),
  };
}

/**
 * Rate of VAT, percent. Events emitted before prices named their rate lack it: the default applies.
 */
const rateOf = ({ vat_percent }: { vat_percent?: number | undefined }): number =>
  vatPercent.parse(vat_percent);

/** Label of a line; on the invoice of a later month it names its own month. */
export const labelOn = (period: string, { label }: Charge, month: string): string =>
  month === period ? label : `${label} (${month})`;
