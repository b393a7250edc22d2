/** Every command of the desk, as a person gives it, and what the audit log shows of it. */
import { fleetCases } from './audit-fleet-cases.ts';
import { messageCases } from './audit-messages.ts';
import {
  type AuditCase,
  alarmOf,
  assignedJob,
  book,
  type Calls,
  endpoint,
  enrolledDevice,
  ownClient,
  ownKey,
  person,
  scene,
  suspectJob,
} from './audit-scene.ts';
import { transferCases } from './audit-transfers.ts';
import { deliver, deskOf, noProof } from './desk.ts';
import { projected } from './projection.ts';
import { bookingOf } from './tenants.ts';

/** Gives a booked job to the crew of the scene. */
const assigning = (act: AuditCase['act']): AuditCase => ({
  ...{ atDesk: true, given: book, act },
  get shows() {
    const before = { status: 'booked', driver_id: null, vehicle_id: null };
    return { before, after: { status: 'assigned', ...scene().crew } };
  },
});

/** Takes an assignment back. */
const undoing = (
  act: (person: Calls, seen: { id: string; version: number }) => Promise<unknown>,
): AuditCase => ({
  ...{ atDesk: true, given: assignedJob },
  act: async (own, id) => {
    const { version } = await own.jobs.getForDesk({ id });
    return act(own, { id, version });
  },
  get shows() {
    const after = { status: 'booked', driver_id: null, vehicle_id: null };
    return { before: { status: 'assigned', ...scene().crew }, after };
  },
});

/** A recurring route between the customer's sites. */
const newRoute = ({ partner: own }: Calls) => {
  const { pickup_site_id, dropoff_site_id } = bookingOf(scene().customer);
  return own.createRoute({
    ...{ name: 'North', sku: 'LAB-ROUTE', days: ['mon'], starts_on: '2030-01-07' },
    stops: [{ site_id: pickup_site_id, window: '08:00-08:30' }],
    dropoff_site_id,
  });
};

const policies = { default_cost_centre: '', requirements: {} };
export const auditCases: Readonly<Record<string, AuditCase>> = {
  'accounts.addApiKey': {
    act: (own) => own.accounts.addApiKey({ name: 'Board', held_scopes: ['jobs:read'] }),
    shows: { after: { name: 'Board', scopes: 'jobs:read' } },
  },
  'accounts.removeApiKey': {
    given: ownKey,
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
  'accounts.rotateClientSecret': {
    given: ownClient,
    act: (own, id) => own.accounts.rotateClientSecret({ id, held_scopes: ['jobs:read'] }),
    shows: { before: { is_rotated: false }, after: { is_rotated: true } },
  },
  'accounts.endOldClientSecret': {
    given: ownClient,
    act: (own, id) => own.accounts.endOldClientSecret({ id }),
    shows: { after: { is_earlier_valid: false } },
  },
  'accounts.rotateApiKey': {
    given: ownKey,
    act: (own, id) => own.accounts.rotateApiKey({ id, held_scopes: ['jobs:read'] }),
    shows: { before: { is_rotated: false }, after: { is_rotated: true } },
  },
  'accounts.endOldApiKey': {
    given: ownKey,
    act: (own, id) => own.accounts.endOldApiKey({ id }),
    shows: { after: { is_earlier_valid: false } },
  },
  'accounts.createSite': {
    act: ({ accounts: own }) =>
      own.createSite({ name: 'Clinic', type: 'clinic', position: { lat: -26, lng: 28 } }),
  },
  'accounts.updateSite': {
    act: (own) =>
      own.accounts.updateSite({
        id: scene().customer.pickup,
        receiving_hours: 'Mo-Fr 08:00-17:00',
      }),
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
  'jobs.saveTemplate': {
    given: book,
    act: (own, id) => own.jobs.saveTemplate({ id, name: 'Morning round' }),
    shows: { after: { name: 'Morning round' } },
  },
  'jobs.removeTemplate': {
    given: async (own) => own.jobs.saveTemplate({ id: (await book(own)).id, name: 'Noon' }),
    act: (own, id) => own.jobs.removeTemplate({ id }),
  },
  'jobs.update': {
    given: book,
    act: (own, id) =>
      own.jobs.update({
        id,
        cost_centre: 'CC-2',
        pickup_contact: { name: 'Ann', phone: '+27 82 555 0101' },
      }),
    shows: {
      before: { cost_centre: 'CC-1', pickup_contact: null },
      after: { cost_centre: 'CC-2', 'pickup_contact.name': 'withheld' },
    },
  },
  'jobs.cancel': {
    given: book,
    act: (own, id) => own.jobs.cancel({ id, reason: 'Sample was spoilt' }),
    shows: {
      ...{ before: { status: 'booked' }, after: { status: 'cancelled' } },
      reason: 'Sample was spoilt',
    },
  },
  'jobs.assign': assigning((own, id) => own.jobs.assign({ id, ...scene().crew })),
  'jobs.assignMany': assigning((own, id) =>
    own.jobs.assignMany({ jobs: [{ id, version: 1 }], ...scene().crew }),
  ),
  'jobs.undoAssignment': undoing((own, seen) => own.jobs.undoAssignment(seen)),
  'jobs.undoAssignments': undoing((own, seen) => own.jobs.undoAssignments({ jobs: [seen] })),
  'jobs.reachMilestone': {
    atDesk: true,
    given: assignedJob,
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
      before: { cost_centre: 'CC-1', note: 'withheld' },
      after: { cost_centre: 'CC-2', note: 'withheld' },
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
  'tracking.decideSuspects': {
    ...{ atDesk: true, given: suspectJob },
    act: (own, id) => own.tracking.decideSuspects({ id, decision: 'genuine', reason: 'Seen' }),
    shows: { after: { decision: 'genuine' }, reason: 'Seen' },
  },
  ...messageCases,
  ...transferCases,
  'partner.createRoute': { act: newRoute },
  'partner.updateRoute': {
    given: newRoute,
    act: (own, id) => own.partner.updateRoute({ id, status: 'paused' }),
  },
  'jobs.addNote': {
    ...{ atDesk: true, given: book },
    act: (own, id) => own.jobs.addNote({ id, text: 'Ann is on the way', by: 'Ann' }),
    shows: { after: { note: 'withheld' } },
  },
  'custody.openProofForDesk': {
    atDesk: true,
    given: async (own) => {
      const job = await book(own);
      await deliver(deskOf(scene().stage, scene().carrier.id), job.id);
      await projected(scene().stage, job.id);
      return job;
    },
    act: (own, id) => own.custody.openProofForDesk({ id, part: 'document' }),
    shows: { before: {}, after: { opened: 'document' } },
  },
  'partner.receiveSpecimens': {
    given: async (own) => {
      const job = await book(own);
      await deliver(deskOf(scene().stage, scene().carrier.id), job.id);
      const specimens = [{ barcode: 'S-1', container: 'tube' }];
      await own.partner.pushManifest({ job_id: job.id, specimens });
      return job;
    },
    act: (own, id) =>
      own.partner.receiveSpecimens({ id, specimens: [{ barcode: 'S-1', verdict: 'accepted' }] }),
    shows: { before: { accepted: 0 }, after: { accepted: 1 } },
  },
  'pricing.createQuote': { act: (own) => own.pricing.createQuote({ sku: 'LAB-STD', km: 10 }) },
  ...fleetCases,
  'webhooks.acknowledge': {
    atDesk: true,
    given: async ({ jobs: own }) => {
      const stat = { ...bookingOf(scene().customer), sku: 'LAB-STAT', priority: 'stat' } as const;
      return { id: await alarmOf((await own.book(stat)).id) };
    },
    act: (own, id) => own.webhooks.acknowledge({ id, by: 'Ann', note: 'On the way' }),
    shows: { before: { status: 'open' } },
  },
  'webhooks.recordDisposition': {
    atDesk: true,
    given: async ({ jobs: own }) => {
      const job = await own.book({
        ...bookingOf(scene().customer),
        sku: 'LAB-COLD',
        requirements: noProof,
      });
      const desk = deskOf(scene().stage, scene().carrier.id);
      await desk.jobs.assign({ id: job.id, ...scene().crew });
      const box = { parcels_scanned: 1, box_temperature_c: 11.8 };
      await desk.jobs.reachMilestone({ id: job.id, type: 'collect', seal: 'SL-1001', ...box });
      return { id: await alarmOf(job.id) };
    },
    act: (own, id) =>
      own.webhooks.recordDisposition({ id, disposition: 'discard', by: 'Ann', reason: 'Warm' }),
    shows: { before: { status: 'open' }, after: { status: 'closed', disposition: 'discard' } },
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
