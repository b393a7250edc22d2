import { jobs } from '@svc/contracts';
import { change, liveOnly, read } from '../endpoint/declaration.ts';
import type { GatewayRoute } from '../endpoint/route.ts';

const common = { environments: liveOnly, scope: 'ops:dispatch', tag: 'Operations' } as const;

export const assignmentRoutes: readonly GatewayRoute[] = [
  read(jobs, 'timeline', {
    ...common,
    operationId: 'getTimeline',
    path: '/ops/timeline',
    query: { date: 'string', limit: 'integer', starting_after: 'string' },
    summary: 'Retrieve the two-day schedule of all drivers',
    description:
      "Returns waiting jobs and each driver's open jobs, with the conflicts of each assignment: expiring documents, a missing cold box, overlapping jobs. One page of drivers at a time.",
  }),
  read(jobs, 'suggestDrivers', {
    ...common,
    operationId: 'suggestDrivers',
    path: '/ops/jobs/{id}/driver-suggestions',
    query: { limit: 'integer' },
    summary: 'Suggest drivers for a job',
    description:
      'Ranks drivers by driving time to the pickup, from the last known position or else the last stop, plus 20 minutes for each overlapping job. Drivers with a blocking conflict come last, with the reason.',
  }),
  change(jobs, 'assign', {
    ...common,
    operationId: 'assignJob',
    method: 'POST',
    path: '/ops/jobs/{id}/assign',
    status: 200,
    summary: 'Assign a driver and vehicle',
    description:
      'Calling it again reassigns the job. Send the `version` you read to detect concurrent changes: a stale version returns 409 `job_changed`, and the detail describes the other change.',
  }),
  change(jobs, 'transfer', {
    ...common,
    operationId: 'transferJob',
    method: 'POST',
    path: '/ops/jobs/{id}/transfer',
    status: 200,
    summary: 'Transfer parcels on board to another driver and vehicle',
    description:
      'For the case that the couriers cannot report it, with a reason; the next scan of the courier who takes compares the seal. The status of the job stays. Without a `seal` the scan in the chain of custody says that none was compared. Before collection, assign another driver instead.',
  }),
  change(jobs, 'planLegs', {
    ...common,
    operationId: 'planLegs',
    method: 'PUT',
    path: '/ops/jobs/{id}/legs',
    status: 200,
    summary: 'Plan the legs of a job over hubs',
    description:
      'Replaces the plan: where parcels change hands, until when, who drives each leg and for which part of the price. Couriers of later legs and keepers of hubs find the job under `expected` in their run, and take its parcels over by transfers. Completed legs stay.',
  }),
  read(jobs, 'getHub', {
    ...common,
    operationId: 'getHub',
    path: '/ops/hubs/{id}',
    summary: 'Retrieve what a hub expects, has and sent on',
    description:
      'Expected against received: open jobs over the hub, with their parcels and how many were scanned when they came in.',
  }),
  change(jobs, 'undoAssignment', {
    ...common,
    operationId: 'undoAssignment',
    method: 'POST',
    path: '/ops/jobs/{id}/undo-assignment',
    status: 200,
    summary: 'Undo an assignment',
    description:
      'Restores the previous driver and vehicle, or none. Possible while the assignment is the latest change of the job.',
  }),
];
