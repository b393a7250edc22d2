import { accounts, custody, jobs, webhooks } from '@svc/contracts';
import { listBytesMax } from '../endpoint/bodies.ts';
import { change, liveOnly, read, upload } from '../endpoint/declaration.ts';
import type { GatewayRoute } from '../endpoint/route.ts';
import { opsEvents } from '../operations/event-stream.ts';
import { deskJobRoutes } from './desk-job.ts';
import { fleetRoutes } from './fleet.ts';

const common = { environments: liveOnly, scope: 'ops:dispatch', tag: 'Operations' } as const;
/** A courier reads the jobs of its own driver only. */
const deskOrCourier = ['ops:dispatch', 'ops:courier'] as const;
const page = { limit: 'integer', starting_after: 'string' } as const;

const assignments: readonly GatewayRoute[] = [
  read(jobs, 'timeline', {
    ...common,
    operationId: 'getTimeline',
    path: '/ops/timeline',
    query: { date: 'string', ...page },
    summary: "Read two days of all drivers' jobs",
    description:
      'Waiting jobs, and those of each driver that are not over, with what speaks against each assignment: documents that expire, a missing cold box, jobs at the same time. A page of drivers at a time.',
  }),
  read(jobs, 'suggestDrivers', {
    ...common,
    operationId: 'suggestDrivers',
    path: '/ops/jobs/{id}/driver-suggestions',
    query: { limit: 'integer' },
    summary: 'Suggest drivers for a job',
    description:
      'Ranked by driving time from the last known position, or else the last stop, to the pickup, and 20 minutes for each job at the same time; those with a blocking conflict last, with the reason.',
  }),
  change(jobs, 'assign', {
    ...common,
    operationId: 'assignJob',
    method: 'POST',
    path: '/ops/jobs/{id}/assign',
    status: 200,
    summary: 'Assign driver and vehicle',
    description:
      'Again means another driver or vehicle. With the `version` that was read, the second of two who decide is refused (409 `job_changed`) and told what the first one did.',
  }),
  change(jobs, 'undoAssignment', {
    ...common,
    operationId: 'undoAssignment',
    method: 'POST',
    path: '/ops/jobs/{id}/undo-assignment',
    status: 200,
    summary: 'Undo an assignment',
    description:
      'Brings back driver and vehicle of before, or none, while the assignment is the latest change of the job.',
  }),
];

const changes: readonly GatewayRoute[] = [
  change(jobs, 'updateForDesk', {
    ...common,
    operationId: 'updateJobForDesk',
    method: 'PATCH',
    path: '/ops/jobs/{id}',
    status: 200,
    summary: 'Change a job of any tenant before collection',
    description:
      'Note, contacts, reference and cost centre. With the `version` that was read, the second of two who decide is refused (409 `job_changed`).',
  }),
  change(jobs, 'cancelForDesk', {
    ...common,
    operationId: 'cancelJobForDesk',
    method: 'POST',
    path: '/ops/jobs/{id}/cancel',
    status: 200,
    summary: 'Cancel a job of any tenant before collection',
    description:
      'Free before a driver is assigned; after that `cancellation` has the fee and its rule, as when the tenant cancels.',
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
      'Newest first, by status, driver or lack of one, or found by id, reference, code of a parcel or name of a site; with driver, vehicle and required proof.',
  }),
  read(jobs, 'getForDesk', {
    ...common,
    operationId: 'getJobForDesk',
    path: '/ops/jobs/{id}',
    summary: 'Fetch a job of any tenant',
    description:
      'With addresses, contacts, timeline, last position, lateness, temperature, chain of custody and deliveries of its events. A part whose service does not answer is null.',
  }),
  change(jobs, 'reachMilestone', {
    ...common,
    scope: deskOrCourier,
    operationId: 'reachMilestone',
    method: 'POST',
    path: '/ops/jobs/{id}/milestones',
    bodyBytesMax: listBytesMax,
    status: 200,
    summary: 'Tell what happened to a job',
    description:
      "A courier's token moves the jobs of its own driver only, and gets a `courier_job`: what the road needs, nothing of the customer's. `at` may lie in the past, not before the previous milestone.",
  }),
  upload(custody, 'fileProof', {
    ...common,
    scope: deskOrCourier,
    operationId: 'fileProof',
    method: 'POST',
    path: '/ops/jobs/{job_id}/files',
    query: { kind: 'string' },
    status: 201,
    summary: 'File a signature or photo of a hand-over',
    description: 'The body is the image, at most 5 MiB. Its id goes into the `deliver` milestone.',
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
      "Goes on the timeline of the job and emits `incident.reported`; the state of the job stays. A courier's token reports on the jobs of its own driver only.",
  }),
  read(jobs, 'listIncidents', {
    ...common,
    operationId: 'listIncidents',
    path: '/ops/incidents',
    query: { job_id: 'string', ...page },
    summary: 'List incidents',
    description: 'Newest first, of one job or of all.',
  }),
];

const notes: readonly GatewayRoute[] = [
  change(jobs, 'addNote', {
    ...common,
    operationId: 'addJobNote',
    method: 'POST',
    path: '/ops/jobs/{id}/notes',
    status: 201,
    summary: 'Write a note about a job',
    description:
      'For the control desk alone: no event, timeline or chain of custody has it. It cannot be changed, and goes when the proof of the job is erased.',
  }),
  read(jobs, 'listNotes', {
    ...common,
    operationId: 'listJobNotes',
    path: '/ops/jobs/{id}/notes',
    query: page,
    summary: 'List the notes about a job',
    description: 'Newest first, of a job of any tenant.',
  }),
];

const sites: readonly GatewayRoute[] = [
  read(accounts, 'listSitesForDesk', {
    ...common,
    operationId: 'listSitesForDesk',
    path: '/ops/sites',
    query: { tenant_id: 'string', ...page },
    summary: "List all tenants' sites",
    description: 'Newest first, with address, telephone and receiving hours.',
  }),
];

const courier = { environments: liveOnly, scope: 'ops:courier', tag: 'Operations' } as const;

const run: readonly GatewayRoute[] = [
  read(jobs, 'runOfCourier', {
    ...courier,
    operationId: 'getCourierRun',
    path: '/courier/run',
    summary: "Read today's jobs of a courier",
    description:
      "Of the token's own driver: assigned, not over, ready today or earlier; the next due first. At most 50.",
  }),
  read(jobs, 'getForCourier', {
    ...courier,
    operationId: 'getCourierJob',
    path: '/courier/jobs/{id}',
    summary: 'Fetch a job as its courier',
    description:
      "A job of the token's own driver, with addresses; any other is not found. Note and contacts are there until the job is over.",
  }),
];

const alarms: readonly GatewayRoute[] = [
  read(webhooks, 'listOpsEvents', {
    ...common,
    operationId: 'listOpsEvents',
    path: '/ops/events',
    query: { type: 'string', status: 'string', severity: 'string', job_id: 'string', ...page },
    summary: "List the desk's alarms",
    description:
      'Of all tenants, newest first, of the last 30 days: what the control desk has to decide about.',
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
    summary: "Follow the desk's alarms",
    description:
      'Server-sent events: `ops_event`, the alarm as it is now, whenever one is new, acknowledged, escalated or closed; `ready` where the stream begins without `Last-Event-ID`: then read the list. Ends after 15 minutes: reconnect.',
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
      'By one person, once: the others see who sees to it. It is not escalated any more.',
  }),
  change(webhooks, 'recordDisposition', {
    ...common,
    operationId: 'recordDisposition',
    method: 'POST',
    path: '/ops/events/{id}/disposition',
    status: 200,
    summary: 'Record what happens to contents that were out of range',
    description:
      'Release, quarantine or discard, by one person, once, with a reason: closes the alarm of a temperature out of range, which nothing else closes.',
  }),
];

export const operationsRoutes: readonly GatewayRoute[] = [
  ...fleetRoutes,
  ...work,
  ...deskJobRoutes,
  ...assignments,
  ...changes,
  ...notes,
  ...alarms,
  ...sites,
  ...run,
];
