import { accounts, custody, jobs, webhooks } from '@svc/contracts';
import { listBytesMax } from '../endpoint/bodies.ts';
import { change, liveOnly, read, upload } from '../endpoint/declaration.ts';
import type { GatewayRoute } from '../endpoint/route.ts';
import { opsEvents } from '../operations/event-stream.ts';
import { assetRoutes } from './assets.ts';
import { assignmentRoutes } from './assignments.ts';
import { deskJobRoutes } from './desk-job.ts';
import { fleetRoutes } from './fleet.ts';
import { messageRoutes } from './messages.ts';

const common = { environments: liveOnly, scope: 'ops:dispatch', tag: 'Operations' } as const;
/** A courier can read only the jobs of its own driver. */
const deskOrCourier = ['ops:dispatch', 'ops:courier'] as const;
const page = { limit: 'integer', starting_after: 'string' } as const;

const changes: readonly GatewayRoute[] = [
  change(jobs, 'updateForDesk', {
    ...common,
    operationId: 'updateJobForDesk',
    method: 'PATCH',
    path: '/ops/jobs/{id}',
    status: 200,
    summary: 'Update a job of any tenant before collection',
    description:
      'Updates note, contacts, reference and cost centre. Send the `version` you read to detect concurrent changes: a stale version returns 409 `job_changed`.',
  }),
  change(jobs, 'cancelForDesk', {
    ...common,
    operationId: 'cancelJobForDesk',
    method: 'POST',
    path: '/ops/jobs/{id}/cancel',
    status: 200,
    summary: 'Cancel a job of any tenant before collection',
    description:
      'Free before a driver is assigned; afterwards `cancellation` contains the fee and the rule that applies, as for a cancellation by the tenant.',
  }),
];

const work: readonly GatewayRoute[] = [
  read(jobs, 'listForDesk', {
    ...common,
    operationId: 'listJobsForDesk',
    path: '/ops/jobs',
    query: {
      q: 'string',
      status: 'string',
      driver_id: 'string',
      unassigned: 'boolean',
      ...page,
    },
    summary: "List all tenants' jobs",
    description:
      'Newest first, each with driver, vehicle and required proof. Filter by status, by driver or by unassigned; search by id, reference, parcel code or site name.',
  }),
  read(jobs, 'getForDesk', {
    ...common,
    operationId: 'getJobForDesk',
    path: '/ops/jobs/{id}',
    summary: 'Fetch a job of any tenant',
    description:
      'Returns addresses, contacts, timeline, last position, lateness, temperature, chain of custody and event deliveries. A part is null if its service is unavailable.',
  }),
  change(jobs, 'reachMilestone', {
    ...common,
    scope: deskOrCourier,
    operationId: 'reachMilestone',
    method: 'POST',
    path: '/ops/jobs/{id}/milestones',
    bodyBytesMax: listBytesMax,
    status: 200,
    summary: 'Record a milestone',
    description:
      "A courier's token can only move the jobs of its own driver, and receives a `courier_job` without customer data. `at` may be in the past, but not before the previous milestone.",
  }),
  upload(custody, 'fileProof', {
    ...common,
    scope: deskOrCourier,
    operationId: 'fileProof',
    method: 'POST',
    path: '/ops/jobs/{job_id}/files',
    query: { kind: 'string' },
    status: 201,
    summary: 'Upload a signature or photo of a hand-over',
    description:
      'Send the image as the body, at most 5 MiB. Pass the returned id in the `deliver` milestone.',
  }),
  change(jobs, 'reportIncident', {
    ...common,
    scope: deskOrCourier,
    operationId: 'reportIncident',
    method: 'POST',
    path: '/ops/incidents',
    status: 201,
    summary: 'Report an incident',
    description:
      "Adds the incident to the timeline of the job and emits `incident.reported`; the status of the job does not change. A courier's token can report only on the jobs of its own driver.",
  }),
  read(jobs, 'listIncidents', {
    ...common,
    operationId: 'listIncidents',
    path: '/ops/incidents',
    query: { job_id: 'string', ...page },
    summary: 'List incidents',
    description: 'Newest first, for one job or for all.',
  }),
];

const notes: readonly GatewayRoute[] = [
  change(jobs, 'addNote', {
    ...common,
    operationId: 'addJobNote',
    method: 'POST',
    path: '/ops/jobs/{id}/notes',
    status: 201,
    summary: 'Add a note to a job',
    description:
      'Visible only to the control desk; not part of any event, timeline or chain of custody. A note cannot be changed, and is deleted when the proof of the job is erased.',
  }),
  read(jobs, 'listNotes', {
    ...common,
    operationId: 'listJobNotes',
    path: '/ops/jobs/{id}/notes',
    query: page,
    summary: 'List the notes on a job',
    description: 'Newest first, for a job of any tenant.',
  }),
];

const sites: readonly GatewayRoute[] = [
  read(accounts, 'listSitesForDesk', {
    ...common,
    operationId: 'listSitesForDesk',
    path: '/ops/sites',
    query: { tenant_id: 'string', ...page },
    summary: "List all tenants' sites",
    description: 'Newest first, with address, telephone number and receiving hours.',
  }),
];

const courier = { environments: liveOnly, scope: 'ops:courier', tag: 'Operations' } as const;

const run: readonly GatewayRoute[] = [
  read(jobs, 'runOfCourier', {
    ...courier,
    operationId: 'getCourierRun',
    path: '/courier/run',
    summary: "Retrieve a courier's jobs for today",
    description:
      "Returns at most 50 open jobs assigned to the token's driver that are ready today or earlier, the next due first; and under `expected` those that the driver takes over at hubs.",
  }),
  change(jobs, 'reportTransfer', {
    ...courier,
    operationId: 'reportTransfer',
    method: 'POST',
    path: '/courier/jobs/{id}/transfer',
    status: 200,
    summary: 'Report that parcels on board change hands',
    description:
      "The courier who gives reports `give`; the one who takes reports `take`, with the code that the other's phone shows (`transfer_code` of the run); in any order. The parcels are with the taker from `take` on, with the boxes, crates and cages that `units` names. The status of the job stays. Without a `seal` the scan in the chain of custody says that none was compared.",
  }),
  read(jobs, 'getForCourier', {
    ...courier,
    operationId: 'getCourierJob',
    path: '/courier/jobs/{id}',
    summary: 'Fetch a job as its courier',
    description:
      "Returns a job of the token's driver, with addresses; any other job returns 404. Note and contacts are present until the job ends.",
  }),
];

const alarms: readonly GatewayRoute[] = [
  read(webhooks, 'listOpsEvents', {
    ...common,
    operationId: 'listOpsEvents',
    path: '/ops/events',
    query: { type: 'string', status: 'string', severity: 'string', job_id: 'string', ...page },
    summary: 'List alarms of the control desk',
    description: 'Returns alarms of all tenants from the last 30 days, newest first.',
  }),
  {
    kind: 'local',
    method: 'GET',
    environments: liveOnly,
    access: { scopes: ['ops:dispatch'], keyAllowed: false },
    status: 200,
    tag: 'Operations',
    root: false,
    operationId: 'watchOpsEvents',
    path: '/ops/events/stream',
    isNeverShed: true,
    isResumable: true,
    mediaType: 'text/event-stream',
    refusals: ['invalid_body', 'unavailable'],
    summary: 'Stream alarms of the control desk',
    description:
      'Server-sent events. `ops_event` carries the current alarm whenever one is created, acknowledged, escalated or closed. `ready` is sent when the stream starts without `Last-Event-ID`: read the list then. The stream ends after 15 minutes: reconnect.',
    handle: opsEvents,
  },
  change(webhooks, 'acknowledge', {
    ...common,
    operationId: 'acknowledgeOpsEvent',
    method: 'POST',
    path: '/ops/events/{id}/acknowledge',
    status: 200,
    summary: 'Acknowledge an alarm',
    description:
      'Assigns the alarm to one person, visible to the others. An acknowledged alarm is not escalated.',
  }),
  change(webhooks, 'recordDisposition', {
    ...common,
    scope: 'ops:disposition',
    operationId: 'recordDisposition',
    method: 'POST',
    path: '/ops/events/{id}/disposition',
    status: 200,
    summary: 'Record the disposition of an excursion',
    description:
      'Release, quarantine or discard contents that were out of range. Recorded once, by one person, with a reason. This is the only way to close an out-of-range alarm.',
  }),
];

export const operationsRoutes: readonly GatewayRoute[] = [
  ...fleetRoutes,
  ...work,
  ...deskJobRoutes,
  ...assignmentRoutes,
  ...changes,
  ...notes,
  ...messageRoutes,
  ...assetRoutes,
  ...alarms,
  ...sites,
  ...run,
];
