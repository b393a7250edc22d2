/** Every form as a person fills it in, and the input of its command. */
import { exampleClient, exampleKey, rotated } from './access-answers.ts';
import { deskFormExamples, type FormExample } from './desk-form-examples.ts';
import type { Fields } from './desk-under-test.ts';
import { pageOf } from './examples.ts';
import { personOf } from './persons.ts';
import { policiesAnswer } from './portal-answers.ts';
import { offerPath } from './routes.ts';

const id = 'x_01';
const { scopes: held_scopes, user, session } = personOf('admin');
const { id: user_id } = user;
const { requirements } = policiesAnswer;
const invited = 'https://desk.example.test/invitations/the-invitation-token';
/** Of a person whom the form is about. */
const ofPerson = { input: { id, held_scopes } };
/** Sent as it was entered. */
const same = (fields: Fields) => ({ fields, input: { id, ...fields } });
const secretShown = (secret: string) => ({ shows: 'What to do next', secret });
const replayed = { shows: '2 events are sent again' };

const site = {
  ...{ name: 'North clinic', type: 'lab', address: '', phone: '', cost_centres: 'CC-1' },
  ...{ 'position.lat': '-26.5', 'position.lng': '28', receiving_hours: 'Mo-Fr 08:00-17:00' },
};
const siteInput = {
  ...{ name: 'North clinic', type: 'lab', address: '', phone: null, cost_centres: ['CC-1'] },
  position: { lat: -26.5, lng: 28 },
};
const transport = {
  ...{ pickup_site_id: id, dropoff_site_id: 'site_2', sku: 'LAB-STD', timing: 'standard' },
  ...{ parcels: '2', ready_at: '2026-11-02T12:00' },
};
const terms = { reference: 'REF-1', note: 'Ring twice', 'requirements.photo': 'yes' };
const asked = { otp: 'yes', id_check: 'yes', pickup_otp: 'yes', scan: 'parcels' };
const unasked = { signature: 'no', photo: 'no', return_otp: 'no', undeliverable: 'ask_desk' };

const ofTenant: readonly FormExample[] = [
  {
    path: '/jobs/{id}',
    fields: { reference: 'R-2', 'dropoff_contact.name': 'Lab', 'dropoff_contact.phone': '0115550' },
    input: { id, version: 1, reference: 'R-2', dropoff_contact: { name: 'Lab', phone: '0115550' } },
  },
  {
    path: '/jobs/{id}/cancel',
    fields: { reason: 'Moved', confirmed: 'yes' },
    input: { id, version: 1, reason: 'Moved' },
  },
  {
    path: '/book',
    fields: transport,
    input: { sku: 'LAB-STD', timing: 'standard', parcels: 2, km: 13 },
    next: offerPath,
  },
  {
    path: '/book/price',
    fields: { ...terms, 'requirements.undeliverable': 'ask_desk' },
    input: {
      ...{ quote_id: 'q_01', pickup_site_id: id, dropoff_site_id: 'site_2', reference: 'REF-1' },
      ...{ note: 'Ring twice', pickup_contact: null, dropoff_contact: null },
      ready_at: '2026-11-02T12:00:00+02:00',
      requirements: { photo: true, undeliverable: 'ask_desk' },
    },
    next: '/jobs/job_new',
  },
  {
    path: '/reception/{id}',
    fields: { barcode: 'S-2', verdict: 'leaking', note: 'Lid' },
    input: {
      id,
      specimens: [{ barcode: 'S-2', verdict: 'rejected', reason: 'leaking', note: 'Lid' }],
    },
  },
  {
    path: '/sites/new',
    fields: site,
    input: {
      ...siteInput,
      ...{ time_zone: 'Africa/Johannesburg', receiving_hours: 'Mo-Fr 08:00-17:00' },
    },
    next: '/sites',
  },
  { path: '/sites/{id}', fields: site, input: { id, ...siteInput }, next: '/sites' },
  {
    path: '/policies',
    fields: { default_cost_centre: 'CC-9', 'contact.phone': '', 'contact.email': '' },
    input: { ...policiesAnswer, default_cost_centre: 'CC-9', contact: null },
  },
  {
    path: '/policies',
    fields: { default_cost_centre: 'CC-9', 'contact.phone': '0115550100', 'contact.email': '' },
    input: {
      ...{ ...policiesAnswer, default_cost_centre: 'CC-9' },
      contact: { phone: '0115550100', email: null },
    },
  },
  {
    path: '/policies/sscc',
    fields: { company_prefix: '6001234', extension_digit: '3' },
    input: { ...policiesAnswer, sscc: { company_prefix: '6001234', extension_digit: 3 } },
  },
  {
    path: '/policies/proof',
    fields: { sku: 'LAB-STAT', ...asked, ...unasked },
    input: {
      ...policiesAnswer,
      requirements: {
        ...requirements,
        'LAB-STAT': {
          ...{ otp: true, id_check: true, signature: false, photo: false, pickup_otp: true },
          ...{ return_otp: false, scan: 'parcels', undeliverable: 'ask_desk' },
        },
      },
    },
  },
  {
    path: '/policies/proof/{sku}/remove',
    input: { ...policiesAnswer, requirements: {} },
  },
  {
    path: '/people',
    fields: { name: ' Ann ', email: 'ann@demo.example', role: 'auditor' },
    input: { name: 'Ann', email: 'ann@demo.example', role: 'auditor', held_scopes },
    ...secretShown(invited),
  },
  { path: '/people/{id}/invitation', ...ofPerson, ...secretShown(invited) },
  { path: '/people/{id}/invitation/withdraw', ...ofPerson },
  {
    path: '/people/{id}/role',
    fields: { role: 'auditor' },
    input: { id, role: 'auditor', held_scopes },
  },
  { path: '/people/{id}/remove', ...ofPerson },
  {
    path: '/clients',
    fields: { name: 'Import', scopes: ['jobs:read', 'admin:users'] },
    input: { name: 'Import', scopes: ['jobs:read', 'admin:users'], held_scopes },
    ...secretShown('the-client-secret'),
  },
  { path: '/clients/{id}/revoke' },
  {
    path: '/clients/{id}/rotate',
    fields: { overlap_hours: '72' },
    input: { id, overlap_hours: 72, held_scopes },
    ...secretShown('the-new-client-secret'),
  },
  {
    path: '/clients/{id}/end-old',
    when: { 'accounts.listClients': pageOf([{ ...exampleClient, ...rotated }]) },
  },
  {
    path: '/keys',
    fields: { name: 'Board', scopes: 'tracking:read' },
    input: { name: 'Board', scopes: ['tracking:read'], held_scopes },
    ...secretShown('svc_live_the-key'),
  },
  { path: '/keys/{id}/revoke' },
  {
    path: '/keys/{id}/rotate',
    fields: { overlap_hours: '0' },
    input: { id, overlap_hours: 0, held_scopes },
    ...secretShown('svc_live_the-new-key'),
  },
  {
    path: '/keys/{id}/end-old',
    when: { 'accounts.listApiKeys': pageOf([{ ...exampleKey, ...rotated }]) },
  },
  {
    path: '/webhooks',
    fields: { url: 'https://a.example/x', events: ['job.created', 'pod.available'] },
    input: { url: 'https://a.example/x', events: ['job.created', 'pod.available'] },
    ...secretShown('whsec_the-secret'),
  },
  { path: '/webhooks/{id}/status', ...same({ status: 'disabled' }) },
  { path: '/webhooks/{id}/address', ...same({ url: 'https://b.example/' }) },
  {
    path: '/webhooks/{id}/events',
    fields: { events: ['*', 'job.created'] },
    input: { id, events: ['*'] },
  },
  { path: '/webhooks/{id}/secret', ...secretShown('whsec_the-new-secret') },
  { path: '/webhooks/{id}/test', shows: 'A test event is under way' },
  {
    path: '/webhooks/{id}/replay',
    fields: { since: '2026-11-02T08:30' },
    input: { id, since: '2026-11-02T08:30:00+02:00' },
    ...replayed,
  },
  {
    path: '/webhooks/{id}/replay-event',
    fields: { event_id: ' evt_9 ' },
    input: { id, event_ids: ['evt_9'] },
    ...replayed,
  },
  {
    path: '/webhooks/{id}/events/{event_id}/replay',
    input: { id, event_ids: [id] },
    ...replayed,
  },
  { path: '/webhooks/{id}/remove', next: '/webhooks' },
  { path: '/sessions/{id}/end', input: { user_id, session_id: id } },
  { path: '/sessions/end', input: { user_id }, next: '/signed-out' },
  { path: '/sign-out', input: { user_id, session_id: session.id }, next: '/signed-out' },
];

export const formExamples: readonly FormExample[] = [...deskFormExamples, ...ofTenant];
