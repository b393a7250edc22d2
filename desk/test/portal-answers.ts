/** Outputs of the services behind the tenant's pages of jobs, booking, sites, policies and bills. */
import {
  accounts,
  type BookingTemplate,
  billing,
  custody,
  jobs,
  type OutputOf,
  type OwnProfile,
  partner,
  pricing,
  type Reception,
  tracking,
} from '@svc/contracts';
import { demo, exampleJob, type Outputs, pageOf, recorded } from './examples.ts';

const of = {
  ...{ accounts: accounts.actions, billing: billing.actions, custody: custody.actions },
  ...{ jobs: jobs.actions, pricing: pricing.actions, tracking: tracking.actions },
};
const job_id = 'x_01';
const at = '2026-11-02T07:00:00.000Z';
const later = '2026-11-02T09:30:00.000Z';
const proof = { otp: true, id_check: false, signature: true, photo: false };
const phone = '+27 11 555 0100';

export const jobAnswer = (changes: Partial<OutputOf<typeof of.jobs.get>> = {}) =>
  recorded('getJob', of.jobs.get, {
    ...{ ...exampleJob, id: job_id },
    ...{ sku: 'LAB-STD', pickup: { site_id: 'x_01', name: 'Clinic' } },
    ...{ reference: 'REF-7', cost_centre: 'CC-100', note: 'Ring twice', requirements: proof },
    ...{ ready_at: at, temperature_range_c: { min: 2, max: 8 } },
    parcel_items: [
      { id: 'pcl_1', barcode: 'BC-1', seal: 'SL-00421', temperature_class: '2-8C', un_number: '' },
    ],
    pickup_contact: { name: 'Front desk', phone },
    ...changes,
  });

export const trackAnswer = recorded('trackJob', of.tracking.track, {
  ...{ eta_minutes: 95, eta_basis: 'position', position_at: '2026-11-02T07:58:00.000Z' },
  driver: { first_name: 'Naledi', photo_url: null },
  vehicle: { registration: 'CA 123-456', last_position: null },
  events: [
    { at, type: 'booked', note: 'Booked by the clinic', seal: null },
    { at: later, type: 'seal_broken', note: '', seal: null },
  ],
});

export const temperatureAnswer = recorded('getTemperature', of.tracking.temperature, {
  ...{ range_c: [2, 8], from: at, to: later, min_c: 3.1, max_c: 9.4, mkt_c: 5, coverage: 0.987 },
  latest: { device_id: 'TR-1', at: later, temperature_c: 4.2, out_of_range_since: null },
  excursions: [{ device_id: 'TR-1', from: at, to: later, minutes: 12, min_c: 8.2, max_c: 9.4 }],
  result: 'excursion',
});

const [booked] = recorded('getCustody', of.custody.record, { next: null, texts_from: 0 }).events;
if (!booked) throw new Error('the recorded chain has an event');
const custodyAnswer = recorded('getCustody', of.custody.record, {
  ...{ next: null, texts_from: 0 },
  events: [{ ...booked, type: 'seal_broken', by: 'driver:drv_01', seal: 'SL-00421' }],
  texts: [{ seq: 1, member: 'note', text: 'Handed over at the door', salt: '0'.repeat(64) }],
});

const podAnswer = recorded('getProofOfDelivery', of.custody.pod, {
  ...{ otp_verified: true, id_check: 'staff_badge' },
  signature_url: 'https://api.example.test/files/signature',
});

const quote = recorded('createQuote', of.pricing.createQuote, {
  ...{ id: 'q_01', km: 12.5, amount_cents: 21_000, vat_cents: 3_150, total_cents: 24_150 },
  lines: [
    { label: 'Laboratory standard', amount_cents: 18_500 },
    { label: 'Another parcel', amount_cents: 2_500 },
  ],
});
export const priceAnswer: OutputOf<typeof of.pricing.price> = {
  ...quote,
  ...{ service: 'Laboratory standard', parcels: 2, timing: 'standard', base_cents: 18_500 },
  ...{ vat_percent: 15, delivery: true, temperature_class: null, un_number: '' },
  temperature_profile: undefined,
  requirements: proof,
};

type SiteAnswer = OutputOf<typeof of.accounts.listSites>['data'][number];
export const siteAnswer = (id: string, name: string): SiteAnswer =>
  recorded('createSite', of.accounts.createSite, { id, name, cost_centres: ['CC-100', 'CC-200'] });

const placeOf = (site_id: string, lng: number) => ({
  ...{ site_id, name: `Place ${site_id}`, position: { lat: -26.2, lng } },
  time_zone: 'Africa/Johannesburg',
});
const plasma: OwnProfile = {
  ...{ name: 'plasma', temperature_class: 'frozen', min_c: -40, max_c: -25.5 },
  ...{ allowed_minutes: 10, absolute_min_c: -80, absolute_max_c: -18 },
};
const bookingAnswer: OutputOf<typeof of.accounts.bookingDetails> = {
  tenant: demo,
  ...{ pickup: placeOf('site_1', 28), dropoff: placeOf('site_2', 28.1) },
  policies: {
    default_cost_centre: 'CC-100',
    requirements: {},
    sscc: null,
    temperature_profiles: [],
  },
};

export const policiesAnswer = recorded('putPolicies', of.accounts.putPolicies);

export const invoiceAnswer = (changes: Partial<OutputOf<typeof of.billing.getInvoice>> = {}) =>
  recorded('getInvoice', of.billing.getInvoice, {
    ...{ id: job_id, number: 'INV-2026-000123', period: '2026-10', status: 'issued' },
    ...{ issued_at: at, due_at: later, total_cents: 1_024_150, line_count: 1, next: null },
    lines: [
      {
        ...{ job_id: 'job_01', ref: 'HC-0001', cost_centre: 'CC-100', kind: 'delivery' },
        ...{ label: 'Laboratory standard', amount_cents: 21_000, vat_cents: 3_150 },
        happened_at: at,
      },
    ],
    ...changes,
  });

const statement: OutputOf<typeof of.billing.listStatements>['data'][number] = {
  ...{ object: 'statement', id: 'st_01', period: '2026-10', issued_at: at, currency: 'ZAR' },
  ...{ opening_balance_cents: -5_000, invoiced_cents: 24_150, received_cents: 0 },
  balance_cents: 19_150,
};

const unseen = { expected: true, verdict: null, reason: null, note: null };
const received = { received_at: at, received_by: 'usr_1' };
const receptionAnswer: Reception = recorded('getReception', partner.actions.getReception, {
  ...{ job_id, ref: 'HC-0001', accepted: 1, rejected: 1 },
  specimens: [
    { ...unseen, barcode: 'S-1', verdict: 'accepted', ...received },
    {
      ...{ ...unseen, barcode: 'S-2', verdict: 'rejected', reason: 'leaking' },
      ...{ note: 'Lid was loose', ...received },
    },
    { ...unseen, barcode: '=G15172660000100', received_at: null, received_by: null },
  ],
});

const file = (file_name: string) => ({ storage_key: 'invoice.pdf', file_name });

const template: BookingTemplate = {
  ...{ object: 'booking_template', id: 'tpl_1', job_id: 'x_01', name: 'Morning round' },
  created_at: '2026-11-02T08:00:00.000Z',
};

export const portalOutputs: Outputs = {
  'jobs.get': jobAnswer(),
  'jobs.list': pageOf([exampleJob]),
  'jobs.listTemplates': { data: [template] },
  'jobs.saveTemplate': template,
  'jobs.removeTemplate': { object: 'booking_template', id: template.id },
  'jobs.book': { ...exampleJob, id: 'job_new', webhook_events: ['job.created'] },
  'jobs.handoverCode': recorded('getHandoverCode', of.jobs.handoverCode, { code: '040506' }),
  'jobs.labels': recorded('getLabels', of.jobs.labels),
  'jobs.waybill': recorded('getWaybill', of.jobs.waybill),
  'tracking.track': trackAnswer,
  'tracking.temperature': temperatureAnswer,
  'tracking.temperatureBundle': recorded('getTemperatureBundle', of.tracking.temperatureBundle, {
    has_more: false,
    next: null,
  }),
  'custody.record': custodyAnswer,
  'custody.pod': podAnswer,
  'custody.certificate': recorded('getCertificate', of.custody.certificate),
  'custody.certificateJws': { jws: 'a.b.c' },
  'custody.certificateProof': { proof: 'c2sp.org/tlog-proof@v1' },
  'custody.bundle': recorded('getCustodyBundle', of.custody.bundle, { next: null, texts_from: 0 }),
  'pricing.listQuotes': recorded('listQuotes', of.pricing.listQuotes),
  'pricing.createQuote': quote,
  'pricing.heldPrice': priceAnswer,
  'pricing.price': priceAnswer,
  'partner.getReception': receptionAnswer,
  'partner.listRoutes': recorded('listRoutes', partner.actions.listRoutes),
  'partner.getRoute': recorded('getRoute', partner.actions.getRoute, {
    id: 'x_01',
    runs: [
      {
        ...{ run_on: '2026-11-02', stop: 1, site_id: 'x_01', window: '08:00-08:30' },
        ...{ status: 'missed', reason: 'window_over', job_id: null, ref: null },
      },
    ],
  }),
  'partner.createRoute': recorded('createRoute', partner.actions.createRoute, { id: 'rt_new' }),
  'partner.updateRoute': recorded('updateRoute', partner.actions.updateRoute),
  'accounts.bookingDetails': bookingAnswer,
  'accounts.bookingSites': {
    ...bookingAnswer,
    policies: { ...bookingAnswer.policies, temperature_profiles: [plasma] },
    sites: [],
  },
  'accounts.listSites': pageOf([
    siteAnswer('x_01', 'Own clinic'),
    siteAnswer('site_2', 'Own laboratory'),
    { ...siteAnswer('site_3', 'Blood bank'), shared: true },
  ]),
  'accounts.getPolicies': policiesAnswer,
  'billing.listInvoices': pageOf([invoiceAnswer()]),
  'billing.getInvoice': invoiceAnswer(),
  'billing.listStatements': pageOf([statement]),
  'billing.invoicePdf': file('INV-1.pdf'),
  'billing.statementPdf': file('statement-2026-10.pdf'),
};
