/** Audit log of the desk on the real stack: a command for each form. */
import { generateKeyPairSync } from 'node:crypto';
import {
  accounts,
  jobs,
  type LoggedChange,
  partner,
  pricing,
  tracking,
  webhooks,
} from '@svc/contracts';
import { deskTable } from '@svc/desk/pages/index';
import { until } from '@svc/devnet';
import { createClients } from '@svc/kit/client';
import { afterAll, beforeAll, describe, expect, it, test } from 'vitest';
import { type Crew, deliver, deskOf, newCrew, newRegistration, noProof } from './desk.ts';
import { type Stage, startStage } from './environment.ts';
import { bookingOf, newTenant, type Tenant } from './tenants.ts';

let stage: Stage;
let customer: Tenant;
let carrier: Tenant;
let crew: Crew;
beforeAll(async () => {
  stage = await startStage();
  customer = await newTenant(stage);
  carrier = await newTenant(stage, { scopes: ['ops:dispatch', 'audit:read'] });
  crew = await newCrew(deskOf(stage, carrier.id));
});
afterAll(() => stage?.stop());
const services = { accounts, jobs, partner, pricing, tracking, webhooks };
const callsAs = (tenant: string, actor: string) =>
  createClients(services, stage.transport, { tenant, actor, requestId: 'test' });
type Calls = ReturnType<typeof callsAs>;

const book = ({ jobs: own }: Calls) =>
  own.book({ ...bookingOf(customer), requirements: noProof, cost_centre: 'CC-1' });
const address = () => `https://hooks.example.com/${crypto.randomUUID()}`;
const endpoint = ({ webhooks: own }: Calls) => own.create({ url: address(), events: ['*'] });
async function enrolledDevice({ accounts: own, tracking: desk }: Calls) {
  const { initial_access_token } = await desk.createDeviceEnrolment({ id: crew.driver_id });
  const { publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
  const public_key = { kty: 'EC', crv: 'P-256', x, y } as const;
  const made = await own.registerDevice({ initial_access_token, name: 'Phone', public_key });
  if ('error' in made) throw new Error(made.error);
  return { id: made.client_id };
}
const insurance = { document: 'insurance', expires_on: '2030-01-31' };
const person = () => ({ email: `${crypto.randomUUID()}@example.org`, name: 'Ben' });
const alarmOf = async (job_id: string): Promise<string> =>
  until(
    async () => {
      const { webhooks: own } = callsAs(carrier.id, 'test');
      return (await own.listOpsEvents({ job_id })).data[0]?.id;
    },
    { timeoutMs: 30_000, what: 'an alarm of the job' },
  );

type Versions = Pick<LoggedChange, 'before' | 'after'>;
interface Case {
  /** At the carrier's desk, about the customer's data. */
  atDesk?: true;
  /** Of the carrier's own data. */
  ofCarrier?: true;
  /** A command that it sends to another service in the person's name. */
  sends?: string;
  /** By a program, before the person acts; its result is passed on. */
  given?: (program: Calls) => Promise<{ id: string }>;
  act: (person: Calls, id: string) => Promise<unknown>;
  shows?: Partial<Versions> & { reason?: string };
}

const policies = { default_cost_centre: '', requirements: {} };
const cases: Readonly<Record<string, Case>> = {
  'accounts.addApiKey': {
    act: (own) => own.accounts.addApiKey({ name: 'Board', held_scopes: ['jobs:read'] }),
    shows: { after: { name: 'Board', scopes: 'jobs:read' } },
  },
  'accounts.removeApiKey': {
    given: (own) => own.accounts.addApiKey({ name: 'Board', held_scopes: ['jobs:read'] }),
    act: (own, id) => own.accounts.removeApiKey({ id }),
    shows: { before: { revoked: false }, after: { revoked: true } },
  },
  'accounts.addClient': {
    act: ({ accounts: own }) =>
      own.addClient({ name: 'Import', scopes: ['jobs:read'], held_scopes: ['jobs:read'] }),
  },
  'accounts.removeCourierDevice': {
    ofCarrier: true,
    given: enrolledDevice,
    act: (own, id) => own.accounts.removeCourierDevice({ id }),
  },
  'accounts.removeClient': {
    given: ({ accounts: own }) =>
      own.addClient({ name: 'Import', scopes: ['jobs:read'], held_scopes: ['jobs:read'] }),
    act: (own, id) => own.accounts.removeClient({ id }),
  },
  'accounts.createSite': {
    act: ({ accounts: own }) =>
      own.createSite({ name: 'Clinic', type: 'clinic', position: { lat: -26, lng: 28 } }),
  },
  'accounts.updateSite': {
    act: (own) =>
      own.accounts.updateSite({ id: customer.pickup, receiving_hours: 'Mo-Fr 08:00-17:00' }),
    shows: { before: { receiving_hours: '24/7' }, after: { receiving_hours: 'Mo-Fr 08:00-17:00' } },
  },
  'accounts.inviteUser': {
    act: (own) => own.accounts.inviteUser({ ...person(), role: 'viewer' }),
    shows: { before: {}, after: { role: 'viewer', name: 'withheld', email: 'withheld' } },
  },
  'accounts.renewInvitation': {
    given: (own) => own.accounts.createUser({ ...person(), role: 'viewer' }),
    act: (own, id) => own.accounts.renewInvitation({ id }),
  },
  'accounts.withdrawInvitation': {
    given: async (own) => (await own.accounts.inviteUser({ ...person(), role: 'viewer' })).user,
    act: (own, id) => own.accounts.withdrawInvitation({ id }),
    shows: { before: { is_invited: true }, after: { is_invited: false } },
  },
  'accounts.updateUser': {
    given: (own) => own.accounts.createUser({ ...person(), role: 'viewer' }),
    act: (own, id) => own.accounts.updateUser({ id, role: 'booker' }),
    shows: { before: { role: 'viewer' }, after: { role: 'booker' } },
  },
  'accounts.deleteUser': {
    given: (own) => own.accounts.createUser({ ...person(), role: 'viewer' }),
    act: (own, id) => own.accounts.deleteUser({ id }),
  },
  'accounts.putPolicies': {
    given: async (own) => ({ id: (await own.accounts.putPolicies(policies)).default_cost_centre }),
    act: (own) => own.accounts.putPolicies({ ...policies, default_cost_centre: 'CC-9' }),
    shows: { before: { default_cost_centre: '' }, after: { default_cost_centre: 'CC-9' } },
  },
  'accounts.endSession': {
    act: (own) => own.accounts.endSession({ user_id: 'usr_1', session_id: 'ses_1' }),
  },
  'accounts.endSessions': { act: (own) => own.accounts.endSessions({ user_id: 'usr_1' }) },
  'jobs.book': { act: book },
  'jobs.update': {
    given: book,
    act: (own, id) => own.jobs.update({ id, cost_centre: 'CC-2' }),
    shows: { before: { cost_centre: 'CC-1' }, after: { cost_centre: 'CC-2' } },
  },
  'jobs.cancel': {
    given: book,
    act: (own, id) => own.jobs.cancel({ id, reason: 'Sample was spoilt' }),
    shows: {
      ...{ before: { status: 'booked' }, after: { status: 'cancelled' } },
      reason: 'Sample was spoilt',
    },
  },
  'jobs.assign': {
    ...{ atDesk: true, given: book },
    act: (own, id) => own.jobs.assign({ id, ...crew }),
    get shows() {
      const before = { status: 'booked', driver_id: null, vehicle_id: null };
      return { before, after: { status: 'assigned', ...crew } };
    },
  },
  'jobs.undoAssignment': {
    atDesk: true,
    given: async (own) => {
      const job = await book(own);
      await deskOf(stage, carrier.id).jobs.assign({ id: job.id, ...crew });
      return job;
    },
    act: async (own, id) => {
      const { version } = await own.jobs.getForDesk({ id });
      return own.jobs.undoAssignment({ id, version });
    },
    get shows() {
      const after = { status: 'booked', driver_id: null, vehicle_id: null };
      return { before: { status: 'assigned', ...crew }, after };
    },
  },
  'jobs.reachMilestone': {
    atDesk: true,
    given: async (own) => {
      const job = await book(own);
      await deskOf(stage, carrier.id).jobs.assign({ id: job.id, ...crew });
      return job;
    },
    act: (own, id) => own.jobs.reachMilestone({ id, type: 'depart', reason: 'The phone is flat' }),
    shows: {
      ...{ before: { status: 'assigned' }, after: { status: 'en_route_pickup' } },
      reason: 'The phone is flat',
    },
  },
  'jobs.updateForDesk': {
    ...{ atDesk: true, given: book },
    act: (own, id) =>
      own.jobs.updateForDesk({ id, cost_centre: 'CC-2', note: 'On the way', reason: 'Asked for' }),
    shows: {
      ...{ before: { cost_centre: 'CC-1' }, after: { cost_centre: 'CC-2' } },
      reason: 'Asked for',
    },
  },
  'jobs.cancelForDesk': {
    ...{ atDesk: true, given: book },
    act: (own, id) => own.jobs.cancelForDesk({ id, reason: 'By telephone' }),
    shows: {
      ...{ before: { status: 'booked' }, after: { status: 'cancelled' } },
      reason: 'By telephone',
    },
  },
  'jobs.reportIncident': {
    ...{ atDesk: true, given: book },
    act: (own, job_id) =>
      own.jobs.reportIncident({
        ...{ job_id, category: 'delay', severity: 'low', description: 'Roadworks' },
      }),
  },
  'partner.receiveSpecimens': {
    given: async (own) => {
      const job = await book(own);
      await deliver(deskOf(stage, carrier.id), job.id);
      const specimens = [{ barcode: 'S-1', container: 'tube' }];
      await own.partner.pushManifest({ job_id: job.id, specimens });
      return job;
    },
    act: (own, id) =>
      own.partner.receiveSpecimens({ id, specimens: [{ barcode: 'S-1', verdict: 'accepted' }] }),
    shows: { before: { accepted: 0 }, after: { accepted: 1 } },
  },
  'pricing.createQuote': { act: (own) => own.pricing.createQuote({ sku: 'LAB-STD', km: 10 }) },
  'tracking.createDeviceEnrolment': {
    ofCarrier: true,
    sends: 'accounts.createDeviceEnrolment',
    act: (own) => own.tracking.createDeviceEnrolment({ id: crew.driver_id }),
  },
  'tracking.createDriver': {
    act: (own) => own.tracking.createDriver({ first_name: 'Naledi', last_name: 'Example' }),
    shows: { after: { first_name: 'withheld', last_name: 'withheld' } },
  },
  'tracking.putDriverDocument': {
    ofCarrier: true,
    act: (own) => own.tracking.putDriverDocument({ id: crew.driver_id, ...insurance }),
  },
  'tracking.putVehicleDocument': {
    ofCarrier: true,
    act: (own) => own.tracking.putVehicleDocument({ id: crew.vehicle_id, ...insurance }),
  },
  'tracking.createVehicle': {
    act: (own) => own.tracking.createVehicle({ registration: newRegistration() }),
  },
  'webhooks.acknowledge': {
    atDesk: true,
    given: async ({ jobs: own }) => {
      const stat = { ...bookingOf(customer), sku: 'LAB-STAT', priority: 'stat' } as const;
      return { id: await alarmOf((await own.book(stat)).id) };
    },
    act: (own, id) => own.webhooks.acknowledge({ id, by: 'Ann', note: 'On the way' }),
    shows: { before: { status: 'open' } },
  },
  'webhooks.create': { act: endpoint },
  'webhooks.update': {
    given: endpoint,
    act: (own, id) => own.webhooks.update({ id, status: 'disabled' }),
    shows: { before: { status: 'active' }, after: { status: 'disabled' } },
  },
  'webhooks.remove': { given: endpoint, act: (own, id) => own.webhooks.remove({ id }) },
  'webhooks.rotateSecret': { given: endpoint, act: (own, id) => own.webhooks.rotateSecret({ id }) },
  'webhooks.test': { given: endpoint, act: (own, id) => own.webhooks.test({ id }) },
  'webhooks.replay': {
    given: endpoint,
    act: (own, id) => own.webhooks.replay({ id, since: new Date().toISOString() }),
  },
};

test('there is a case for the command of every form', () => {
  const forms = deskTable.filter((route) => route.kind === 'form');
  const commands = forms.map(({ service, action }) => `${service}.${action}`);
  expect(Object.keys(cases).toSorted()).toEqual([...new Set(commands)].toSorted());
});

describe('a person who sends a form leaves a record', () => {
  it.each(Object.entries(cases))(
    'of %s',
    async (action, { atDesk, ofCarrier, sends, given, act, shows = {} }) => {
      const owner = ofCarrier ? carrier : customer;
      const own = atDesk ? carrier : owner;
      const { id = '' } = (await given?.(callsAs(owner.id, 'program'))) ?? {};
      const actor = `usr_${crypto.randomUUID()}`;
      await act(callsAs(own.id, actor), id);
      const listed = (tenant: Tenant) =>
        callsAs(tenant.id, 'test').accounts.listChanges({ person_id: actor });
      await until(async () => (await listed(own)).data.length === (sends ? 2 : 1), {
        timeoutMs: 30_000,
        what: `${action} in the log`,
      });
      const { data } = await listed(owner);
      const expected = { person_id: actor, action, tenant_id: owner.id, ...shows };
      expect(data.filter((change) => change.action !== sends)).toMatchObject([expected]);
      const everything = JSON.stringify(data);
      expect(everything).not.toMatch(/Naledi|Ann|On the way|Roadworks|secret":"|@example/);
      if (!atDesk && !ofCarrier) expect((await listed(carrier)).data).toEqual([]);
    },
  );
});
