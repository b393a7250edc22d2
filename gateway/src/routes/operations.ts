import { accounts, custody, jobs, tracking } from '@svc/contracts';
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

const work: readonly GatewayRoute[] = [
  read(jobs, 'listForDesk', {
    ...common,
    operationId: 'listJobsForDesk',
    path: '/ops/jobs',
    query: { status: 'string', driver_id: 'string', unassigned: 'boolean', ...page },
    summary: "List all tenants' jobs",
    description:
      'Newest first, by status, driver or lack of one; with driver, vehicle and required proof.',
  }),
  read(jobs, 'getForDesk', {
    ...common,
    operationId: 'getJobForDesk',
    path: '/ops/jobs/{id}',
    summary: 'Fetch a job of any tenant',
    description:
      'With addresses, contacts, timeline, last position, lateness, temperature, chain of custody and deliveries of its events. A part whose service does not answer is null.',
  }),
  change(jobs, 'assign', {
    ...common,
    operationId: 'assignJob',
    method: 'POST',
    path: '/ops/jobs/{id}/assign',
    status: 200,
    summary: 'Assign driver and vehicle',
    description: 'Again means another driver or vehicle.',
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
    operationId: 'reportIncident',
    method: 'POST',
    path: '/ops/incidents',
    status: 201,
    summary: 'Report an incident',
    description:
      'Goes on the timeline of the job and emits `incident.reported`; the state of the job stays.',
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

export const operationsRoutes: readonly GatewayRoute[] = [...fleet, ...work, ...sites, ...run];
