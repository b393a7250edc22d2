import { accounts, custody, jobs, tracking, webhooks } from '@svc/contracts';
import { opsEvents } from '../operations/event-stream.ts';
import { listBytesMax } from './bodies.ts';
import { change, type GatewayRoute, liveOnly, read, upload } from './route.ts';

const common = { environments: liveOnly, scope: 'ops:dispatch', tag: 'Operations' } as const;
/** A courier reads the jobs of its own driver only. */
const deskOrCourier = ['ops:dispatch', 'ops:courier'] as const;
const page = { limit: 'integer', starting_after: 'string' } as const;

const fleet: readonly GatewayRoute[] = [
  change(tracking, 'createDriver', {
    ...common,
    operationId: 'createDriver',
    method: 'POST',
    path: '/ops/drivers',
    status: 201,
    summary: 'Add a driver',
    description: 'With documents whose expiry is watched. Customers see the first name alone.',
  }),
  read(tracking, 'listDrivers', {
    ...common,
    operationId: 'listDrivers',
    path: '/ops/drivers',
    query: page,
    summary: 'List drivers',
    description: 'All drivers of the carrier, newest first, a page at a time.',
  }),
  change(tracking, 'createDriverClient', {
    ...common,
    operationId: 'createDriverClient',
    method: 'POST',
    path: '/ops/drivers/{id}/client',
    status: 201,
    summary: "Make a client for a driver's device",
    description:
      'With `ops:courier`, bound to this driver. The secret is shown this once; another call replaces the client.',
  }),
  change(tracking, 'createDeviceEnrolment', {
    ...common,
    operationId: 'createDeviceEnrolment',
    method: 'POST',
    path: '/ops/drivers/{id}/device-enrolments',
    status: 201,
    summary: "Let a driver's device enrol itself",
    description:
      'Gives an initial access token for `/oauth/register`, shown this once, valid for a day. A new one replaces one that was not used.',
  }),
  read(accounts, 'listCourierDevices', {
    ...common,
    operationId: 'listCourierDevices',
    path: '/ops/courier-devices',
    query: { driver_id: 'string', ...page },
    summary: "List couriers' devices",
    description:
      'Those that are enrolled, of one driver or of all, newest first, a page at a time.',
  }),
  change(accounts, 'removeCourierDevice', {
    ...common,
    operationId: 'deleteCourierDevice',
    method: 'DELETE',
    path: '/ops/courier-devices/{id}',
    status: 200,
    summary: "Revoke a courier's device",
    description: 'A lost one, for example. Its tokens end at once.',
  }),
  upload(tracking, 'putDriverPhoto', {
    ...common,
    operationId: 'putDriverPhoto',
    method: 'PUT',
    path: '/ops/drivers/{id}/photo',
    status: 200,
    summary: "Set a driver's photo",
    description: 'The body is the image, at most 5 MiB.',
  }),
  change(tracking, 'createVehicle', {
    ...common,
    operationId: 'createVehicle',
    method: 'POST',
    path: '/ops/vehicles',
    status: 201,
    summary: 'Add a vehicle',
    description: 'Known by its number plate, with documents whose expiry is watched.',
  }),
  read(tracking, 'listVehicles', {
    ...common,
    operationId: 'listVehicles',
    path: '/ops/vehicles',
    query: page,
    summary: 'List vehicles',
    description:
      'All vehicles of the carrier with their last position, newest first, a page at a time.',
  }),
];

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
];

export const operationsRoutes: readonly GatewayRoute[] = [
  ...fleet,
  ...work,
  ...assignments,
  ...alarms,
  ...sites,
  ...run,
];
