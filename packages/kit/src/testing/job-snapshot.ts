/** A job as other services hear of it, for tests: everything that an event of it must carry. */
import { type BookingSite, type JobSnapshot, type Priced, percentOf } from '@svc/contracts';

const noRequirements = { otp: false, id_check: false, signature: false, photo: false };

const exampleSite = (site_id: string, name: string): BookingSite => ({
  site_id,
  name,
  position: { lat: -26.2, lng: 28 },
  time_zone: 'Africa/Johannesburg',
});

export const examplePrice = (amount_cents: number): Priced => ({
  sku: 'LAB-STD',
  service: 'Specimens',
  priority: 'same_day',
  km: 15,
  parcels: 1,
  timing: 'standard',
  lines: [{ label: 'Specimens', amount_cents }],
  base_cents: amount_cents,
  amount_cents,
  vat_cents: percentOf(amount_cents, 15),
  vat_percent: 15,
  sla_minutes: 240,
  delivery: true,
  temperature_class: 'ambient',
  un_number: '',
  requirements: noRequirements,
  price_book_version: '2026-11',
});

export const snapshot = (change: Partial<JobSnapshot> = {}): JobSnapshot => ({
  status: 'booked',
  ref: 'SVC-0123ABCD',
  pickup: exampleSite('cli-0', 'Clinic North'),
  dropoff: exampleSite('lab-0', 'Central Laboratory'),
  priced: examplePrice(18_500),
  cost_centre: 'CC-1',
  parcels: 1,
  created_at: '2026-11-02T08:00:00.000Z',
  sla_due: '2026-11-02T12:00:00.000Z',
  delivered_at: null,
  requirements: noRequirements,
  tracking_token: 'a-token-of-22-letters-x',
  return_of: null,
  booking_identity: null,
  starts_at: '2026-11-02T08:00:00.000Z',
  assignment: null,
  ...change,
});

/** Proof of a delivery to the reception, without files. */
export const proofAtReception = {
  recipient: 'Reception',
  otp_verified: false,
  id_check: 'not_required',
  signature_file_id: null,
  photo_file_id: null,
} as const;
