/**
 * Answers of accounts and billing to the tenant's pages of booking, sites, policies and invoices.
 */
import type { accounts, billing, OutputOf, Reception } from '@svc/contracts';
import { listOf } from './examples.ts';
import type { Services } from './services.ts';

type Accounts = (typeof accounts)['actions'];
type Billing = (typeof billing)['actions'];

const at = '2026-11-02T07:00:00.000Z';
const later = '2026-11-02T09:30:00.000Z';
const proof = { otp: true, id_check: false, signature: true, photo: false };

type SiteAnswer = OutputOf<Accounts['listSites']>['data'][number];
export const siteAnswer = (id: string, name: string): SiteAnswer => ({
  id,
  name,
  type: 'clinic',
  address: '1 Main Road',
  phone: '+27 11 555 0100',
  position: { lat: -26.2041, lng: 28.0473 },
  time_zone: 'Africa/Johannesburg',
  receiving_hours: 'Mo-Fr 08:00-17:00',
  cost_centres: ['CC-100', 'CC-200'],
  shared: false,
});

const placeOf = (site_id: string, lng: number) => ({
  site_id,
  name: `Place ${site_id}`,
  position: { lat: -26.2, lng },
  time_zone: 'Africa/Johannesburg',
});

export const bookingAnswer: OutputOf<Accounts['bookingDetails']> = {
  tenant: { id: 'ten_demo', name: 'Demo Clinics' },
  pickup: placeOf('site_1', 28),
  dropoff: placeOf('site_2', 28.1),
  policies: { default_cost_centre: 'CC-100', requirements: {}, sscc: null },
};

export const policiesAnswer: OutputOf<Accounts['getPolicies']> = {
  default_cost_centre: 'CC-100',
  requirements: { 'LAB-STD': proof },
  sscc: null,
  contact: { phone: '+27 11 555 0100', email: 'desk@lab.example' },
};

export const invoiceAnswer = (
  changes: Partial<OutputOf<Billing['getInvoice']>> = {},
): OutputOf<Billing['getInvoice']> => ({
  object: 'invoice',
  id: 'x_01',
  number: 'INV-2026-000123',
  period: '2026-10',
  status: 'issued',
  issued_at: at,
  due_at: later,
  lines: [
    {
      job_id: 'job_01',
      ref: 'HC-0001',
      cost_centre: 'CC-100',
      label: 'Laboratory standard',
      amount_cents: 21_000,
      vat_cents: 3_150,
      kind: 'delivery',
      happened_at: at,
    },
  ],
  line_count: 1,
  amount_cents: 21_000,
  vat_cents: 3_150,
  total_cents: 1_024_150,
  paid_cents: 0,
  currency: 'ZAR',
  vat_inclusive: false,
  pdf_url: null,
  next: null,
  ...changes,
});

const statementAnswer: OutputOf<Billing['listStatements']>['data'][number] = {
  object: 'statement',
  id: 'st_01',
  period: '2026-10',
  issued_at: at,
  opening_balance_cents: -5_000,
  invoiced_cents: 24_150,
  received_cents: 0,
  balance_cents: 19_150,
  currency: 'ZAR',
};

const receptionAnswer: Reception = {
  ...{ object: 'reception', job_id: 'x_01', ref: 'HC-0001' },
  ...{ accepted: 1, rejected: 1, outstanding: 1 },
  specimens: [
    {
      ...{ barcode: 'S-1', expected: true, verdict: 'accepted', reason: null, note: null },
      ...{ received_at: at, received_by: 'usr_1' },
    },
    {
      ...{ barcode: 'S-2', expected: true, verdict: 'rejected', reason: 'leaking' },
      ...{ note: 'Lid was loose', received_at: at, received_by: 'usr_1' },
    },
    {
      ...{ barcode: '=G15172660000100', expected: true, verdict: null, reason: null, note: null },
      ...{ received_at: null, received_by: null },
    },
  ],
};

export function answerPortalTenant({ answers }: Services): void {
  const always = (action: string, ok: unknown) => answers.set(action, () => ({ ok }));
  always('accounts.bookingDetails', bookingAnswer);
  answers.set('accounts.listSites', () =>
    listOf([
      siteAnswer('x_01', 'Own clinic'),
      siteAnswer('site_2', 'Own laboratory'),
      { ...siteAnswer('site_3', 'Blood bank'), shared: true },
    ]),
  );
  always('accounts.createSite', siteAnswer('site_new', 'New'));
  always('accounts.updateSite', siteAnswer('x_01', 'Own clinic'));
  always('partner.getReception', receptionAnswer);
  always('partner.receiveSpecimens', receptionAnswer);
  always('accounts.getPolicies', policiesAnswer);
  always('accounts.putPolicies', policiesAnswer);
  answers.set('billing.listInvoices', () => listOf([invoiceAnswer()]));
  always('billing.getInvoice', invoiceAnswer());
  answers.set('billing.listStatements', () => listOf([statementAnswer]));
}
