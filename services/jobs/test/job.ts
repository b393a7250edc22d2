/** A booked job, and what it was booked from, for tests of rules. */
import type { AssignmentFact, BookingSite, Priced, Status } from '@svc/contracts';
import { bookJob } from '../src/domain/booking.ts';
import type { JobRecord } from '../src/domain/job.ts';

export const priced: Priced = {
  sku: 'LAB-STD',
  service: 'Specimens',
  priority: 'same_day',
  km: 22.5,
  parcels: 1,
  timing: 'standard',
  lines: [
    { label: 'Specimens', amount_cents: 18_501 },
    { label: 'Distance beyond 15 km: 7.5 km', amount_cents: 6750 },
  ],
  base_cents: 18_501,
  amount_cents: 25_251,
  vat_cents: 3788,
  vat_percent: 15,
  sla_minutes: 240,
  delivery: true,
  temperature_class: 'ambient',
  un_number: 'UN3373',
  requirements: { otp: false, id_check: false, signature: true, photo: false },
  price_book_version: '2026-11',
};
export const pricedStat: Priced = {
  ...priced,
  sku: 'LAB-STAT',
  service: 'Specimens, STAT',
  priority: 'stat',
  base_cents: 39_500,
  amount_cents: 48_500,
  vat_cents: 7275,
  sla_minutes: 60,
};

export const clinic: BookingSite = {
  site_id: 'cli-0',
  name: 'Clinic North',
  position: { lat: -26.1076, lng: 28.0567 },
  time_zone: 'Africa/Johannesburg',
};
export const laboratory: BookingSite = {
  site_id: 'lab-0',
  name: 'Central Laboratory',
  position: { lat: -26.2041, lng: 28.0473 },
  time_zone: 'Africa/Johannesburg',
};

export const bookedAt = new Date('2026-11-02T08:00:00.000Z');

export const { job: bookedJob } = bookJob(
  {
    pickup_site_id: clinic.site_id,
    dropoff_site_id: laboratory.site_id,
    cost_centre: 'CC-1',
    reference: 'PO-1',
    metadata: { ward: '7' },
  },
  {
    priced,
    tenant: { id: 'ten_a', name: 'Tenant A' },
    pickup: clinic,
    dropoff: laboratory,
    policies: { default_cost_centre: '', requirements: {}, sscc: null, temperature_profiles: [] },
  },
  {
    now: bookedAt,
    by: 'client:cli_1',
    id: 'job_01KB1NBC00AAAAAAAAAAAAAAAA',
    ref: 'SVC-0123ABCD',
    tracking_token: 'a-token-of-22-letters-x',
    parcel_ids: [],
  },
);

export const assignment: AssignmentFact = {
  driver_id: 'drv_1',
  driver_first_name: 'Thandi',
  vehicle_id: 'veh_1',
  registration: 'CA 123-456',
};

const assigned = { assignment, handover_code: 'sealed' };
const collected = { ...assigned, collected_at: bookedAt, seal: 'SEAL-1' };
/** Fields that a job of each status has. */
const progress: Record<Status, Partial<JobRecord>> = {
  booked: {},
  assigned: {
    ...assigned,
    last_change: {
      command: 'assign',
      at: bookedAt.toISOString(),
      by: 'desk:cli_1',
      replaced: null,
    },
  },
  en_route_pickup: assigned,
  collected,
  in_transit: { ...collected, departed_at: bookedAt },
  delivered: { ...collected, departed_at: bookedAt, delivered_at: bookedAt },
  exception: { ...assigned, interrupted_status: 'assigned' },
  cancelled: {},
};

/** The job some way on. */
export const jobIn = (status: Status, change: Partial<JobRecord> = {}): JobRecord => ({
  ...bookedJob,
  ...progress[status],
  status,
  ...change,
});
