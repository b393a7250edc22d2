/** Every form as a person fills it in, and the input of its command. */
import { exampleClient, exampleKey, rotated } from './access-answers.ts';
import { boxForms } from './box-form-examples.ts';
import { deskFormExamples } from './desk-form-examples.ts';
import type { Fields } from './desk-under-test.ts';
import { pageOf } from './examples.ts';
import type { FormExample } from './job-form-examples.ts';
import { personOf } from './persons.ts';
import { policiesAnswer } from './portal-answers.ts';

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

const ownProfile = {
  ...{ temperature_class: '2-8C', min_c: 3, max_c: 7.5, allowed_minutes: 10 },
  ...{ absolute_min_c: 0, absolute_max_c: 12 },
} as const;
const profileEntries = Object.fromEntries(
  Object.entries(ownProfile).map(([name, value]) => [name, String(value)]),
);
const kept = { name: 'x_01', ...ownProfile };
const withProfile = { ...policiesAnswer, temperature_profiles: [kept] };

const site = {
  ...{ name: 'North clinic', type: 'lab', address: '', phone: '', cost_centres: 'CC-1' },
  ...{ 'position.lat': '-26.5', 'position.lng': '28', receiving_hours: 'Mo-Fr 08:00-17:00' },
};
const siteInput = {
  ...{ name: 'North clinic', type: 'lab', address: '', phone: null, cost_centres: ['CC-1'] },
  position: { lat: -26.5, lng: 28 },
};
const transport = {
  ...{ pickup_site_id: 'Own clinic', dropoff_site_id: 'laboratory', sku: 'LAB-STD' },
  ...{ parcels: '2', priority: '', timing: 'standard', ready_at: '2026-11-02T12:00' },
};
const terms = { reference: 'REF-1', note: 'Ring twice', 'requirements.photo': 'yes' };
const priced = JSON.stringify([
  'Own clinic',
  'laboratory',
  'LAB-STD',
  2,
  '2026-11-02T12:00',
  null,
  'standard',
]);
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
    fields: {
      ...transport,
      ...terms,
      ...{ temperature_profile: 'dry_ice', dry_ice_kg: '5,5' },
      'requirements.undeliverable': 'ask_desk',
      priced,
      quote_id: 'q_01',
    },
    input: {
      ...{ quote_id: 'q_01', pickup_site_id: id, dropoff_site_id: 'site_2', reference: 'REF-1' },
      ...{ cost_centre: 'CC-100', note: 'Ring twice', dropoff_contact: null },
      pickup_contact: { name: 'Front desk', phone: '+27 11 555 0100' },
      ready_at: '2026-11-02T12:00:00+02:00',
      requirements: { photo: true, undeliverable: 'ask_desk' },
      ...{ temperature_profile: 'dry_ice', dry_ice_kg: 5.5 },
    },
    next: '/jobs/job_new',
  },
  {
    path: '/book/templates',
    fields: { name: 'Morning round' },
    input: { id: 'x_01', name: 'Morning round' },
    next: '/book?from=x_01',
  },
  { path: '/book/templates/remove', input: { id: 'tpl_1' } },
  {
    path: '/book/price',
    fields: { ...transport, ...terms },
    input: { sku: 'LAB-STD', timing: 'standard', parcels: 2, km: 13 },
    shows: 'Held until Mon, 2 Nov 2026',
    isEachTime: true,
  },
  {
    path: '/routes',
    fields: {
      ...{ name: 'North', sku: 'LAB-STD', days: ['mon', 'fri'], starts_on: '2027-01-04' },
      ...{ stops: 'Own clinic, 08:00-08:30', dropoff_site_id: 'laboratory', ends_on: '' },
      ...{ temperature_profile: 'dry_ice', dry_ice_kg: '2.5' },
    },
    input: {
      ...{ name: 'North', sku: 'LAB-STD', days: ['mon', 'fri'], starts_on: '2027-01-04' },
      ...{ stops: [{ site_id: id, window: '08:00-08:30' }], dropoff_site_id: 'site_2' },
      ...{ ends_on: null, cost_centre: null, skip_public_holidays: true },
      ...{ temperature_profile: 'dry_ice', dry_ice_kg: 2.5 },
    },
    next: '/routes/rt_new',
  },
  { path: '/routes/{id}/status', input: { id, status: 'paused' } },
  { path: '/routes/{id}/end', fields: { confirmed: 'yes' }, input: { id, status: 'ended' } },
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
    path: '/policies/profiles',
    when: { 'accounts.getPolicies': withProfile },
    fields: { name: 'plasma', ...profileEntries },
    input: { ...withProfile, temperature_profiles: [kept, { name: 'plasma', ...ownProfile }] },
  },
  {
    path: '/policies/profiles/{profile}',
    when: { 'accounts.getPolicies': withProfile },
    fields: { min_c: '3,5' },
    input: { ...withProfile, temperature_profiles: [{ ...kept, min_c: 3.5 }] },
  },
  {
    path: '/policies/profiles/{profile}/remove',
    when: { 'accounts.getPolicies': withProfile },
    input: { ...withProfile, temperature_profiles: [] },
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

export const formExamples: readonly FormExample[] = [...deskFormExamples, ...boxForms, ...ofTenant];
