/** Answers of the services behind the tenant's pages of jobs and booking. */
import type { custody, jobs, OutputOf, pricing, tracking } from '@svc/contracts';
import { exampleJob } from './examples.ts';
import { answerPortalTenant } from './portal-tenant-answers.ts';
import type { Services } from './services.ts';

type Custody = (typeof custody)['actions'];
type Jobs = (typeof jobs)['actions'];
type Pricing = (typeof pricing)['actions'];
type Tracking = (typeof tracking)['actions'];

const at = '2026-11-02T07:00:00.000Z';
const later = '2026-11-02T09:30:00.000Z';
const hash = `sha256:${'0'.repeat(64)}`;
const proof = { otp: true, id_check: false, signature: true, photo: false };

export const jobAnswer = (changes: Partial<OutputOf<Jobs['get']>> = {}): OutputOf<Jobs['get']> => ({
  ...exampleJob,
  reference: 'REF-7',
  cost_centre: 'CC-100',
  custody_events: 1,
  legs: [],
  parcel_items: [
    { id: 'pcl_1', barcode: 'BC-1', seal: 'SL-00421', temperature_class: '2-8C', un_number: '' },
  ],
  requirements: proof,
  ready_at: at,
  version: 1,
  temperature_range_c: { min: 2, max: 8 },
  note: 'Ring twice',
  pickup_contact: { name: 'Front desk', phone: '+27 11 555 0100' },
  dropoff_contact: null,
  ...changes,
});

const bookedAnswer = (id = 'job_new'): OutputOf<Jobs['book']> => ({
  ...exampleJob,
  id,
  webhook_events: ['job.created'],
});

const cancelledAnswer = (): OutputOf<Jobs['cancel']> => ({
  ...bookedAnswer('x_01'),
  cancellation: { reason: 'why', fee_cents: 0, currency: 'ZAR', rule: 'No fee.' },
});

const codeAnswer: OutputOf<Jobs['handoverCode']> = {
  object: 'handover_code',
  job_id: 'x_01',
  code: '040506',
  pickup_code: '070809',
  locked_until: null,
};

export const trackAnswer: OutputOf<Tracking['track']> = {
  ref: 'HC-0001',
  status: 'booked',
  tracking_url: 'https://api.example.test/t/x',
  eta_minutes: 95,
  sla_due: '2026-11-02T10:00:00.000Z',
  sla_status: 'on_time',
  minutes_late: 0,
  out_of_range: null,
  exception: null,
  returned_at: null,
  carrier: { name: 'Carrier', phone: null, email: null },
  driver: { first_name: 'Naledi', photo_url: null },
  vehicle: { registration: 'CA 123-456', last_position: null },
  events: [
    { at, type: 'booked', note: 'Booked by the clinic', seal: null },
    { at: later, type: 'seal_broken', note: '', seal: null },
  ],
};

export const temperatureAnswer: OutputOf<Tracking['temperature']> = {
  object: 'temperature_trace',
  job_id: 'x_01',
  ref: 'HC-0001',
  range_c: [2, 8],
  from: at,
  to: later,
  latest: { device_id: 'TR-1', at: later, temperature_c: 4.2, out_of_range_since: null },
  min_c: 3.1,
  max_c: 9.4,
  mkt_c: 5,
  coverage: 0.987,
  gaps: [],
  excursions: [{ device_id: 'TR-1', from: at, to: later, minutes: 12, min_c: 8.2, max_c: 9.4 }],
  sensors: [{ device_id: 'TR-1', calibrated_until: null }],
  result: 'excursion',
  page_url: 'https://api.example.test/t/x?k=1',
  readings: [],
  has_more: false,
  next: null,
};

export const chainAnswer: OutputOf<Custody['record']> = {
  job_id: 'x_01',
  chain_hash: hash,
  events: [
    {
      v: 1,
      job_id: 'x_01',
      seq: 1,
      at,
      type: 'seal_broken',
      by: 'driver:drv_01',
      note: null,
      seal: 'SL-00421',
      position: null,
      details: null,
      prev_hash: hash,
      hash,
    },
  ],
  texts: [{ seq: 1, member: 'note', text: 'Handed over at the door', salt: '0'.repeat(64) }],
  next: null,
  texts_from: 0,
};

export const proofAnswer: OutputOf<Custody['pod']> = {
  job_id: 'x_01',
  recipient: 'Reception',
  otp_verified: true,
  id_check: 'staff_badge',
  signature_url: 'https://api.example.test/files/signature',
  photo_url: null,
  delivered_at: later,
};

const certificateAnswer: OutputOf<Custody['certificate']> = {
  id: 'POC-0123456789',
  object: 'certificate',
  type: 'proof_of_custody',
  job_id: 'x_01',
  issued_at: later,
  custody: { events: 1, seal: null, chain_hash: hash },
  verify_url: 'https://api.example.test/verify/POC-0123456789',
  related: [],
};

export const priceAnswer: OutputOf<Pricing['price']> = {
  sku: 'LAB-STD',
  service: 'Laboratory standard',
  priority: 'same_day',
  km: 12.5,
  parcels: 2,
  timing: 'standard',
  lines: [
    { label: 'Laboratory standard', amount_cents: 18_500 },
    { label: 'Another parcel', amount_cents: 2_500 },
  ],
  base_cents: 18_500,
  amount_cents: 21_000,
  vat_cents: 3_150,
  vat_percent: 15,
  sla_minutes: 240,
  delivery: true,
  temperature_class: null,
  un_number: '',
  requirements: proof,
  price_book_version: '2026-11',
};

const quoteAnswer: OutputOf<Pricing['createQuote']> = {
  object: 'quote',
  id: 'q_01',
  expires_at: '2026-11-02T08:15:00.000Z',
  sku: 'LAB-STD',
  priority: 'same_day',
  km: 12.5,
  lines: priceAnswer.lines,
  amount_cents: 21_000,
  vat_cents: 3_150,
  total_cents: 24_150,
  currency: 'ZAR',
  vat_inclusive: false,
  sla_minutes: 240,
  price_book_version: '2026-11',
};

const servicesAnswer: OutputOf<Pricing['listQuotes']> = {
  object: 'list',
  price_book_version: '2026-11',
  data: [],
  quotable_skus: [
    { sku: 'LAB-STD', name: 'Laboratory standard', unit: 'per job', price_cents: 18_500 },
    { sku: 'BLD-STAT', name: 'Blood STAT', unit: 'per job', price_cents: 42_000 },
  ],
};

export function answerPortalJobs(services: Services): void {
  const { answers } = services;
  const always = (action: string, ok: unknown) => answers.set(action, () => ({ ok }));
  always('jobs.get', jobAnswer());
  always('jobs.update', bookedAnswer('x_01'));
  always('jobs.cancel', cancelledAnswer());
  always('jobs.book', bookedAnswer());
  always('jobs.handoverCode', codeAnswer);
  always('tracking.track', trackAnswer);
  always('tracking.temperature', temperatureAnswer);
  always('custody.record', chainAnswer);
  always('custody.pod', proofAnswer);
  always('custody.certificate', certificateAnswer);
  always('pricing.listQuotes', servicesAnswer);
  always('pricing.createQuote', quoteAnswer);
  always('pricing.heldPrice', priceAnswer);
  always('pricing.price', priceAnswer);
  answerPortalTenant(services);
}
