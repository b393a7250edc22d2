import { jobs, tracking } from '@svc/contracts';
import { labelPdf, labelPng, labelZpl } from '@svc/paperwork/papers/labels';
import { waybillPdf } from '@svc/paperwork/papers/waybill';
import { bothEnvironments, change, liveOnly, read } from '../endpoint/declaration.ts';
import type { GatewayRoute } from '../endpoint/route.ts';

const papers = {
  environments: bothEnvironments,
  scope: 'jobs:read',
  keyAllowed: true,
  tag: 'Jobs',
} as const;
const tenthOfParcels = (output: unknown): number =>
  Math.ceil(jobs.actions.labels.output.parse(output).parcels.length / 10);
const labels = { action: 'labels', contract: jobs.actions.labels } as const;

export const jobRoutes: readonly GatewayRoute[] = [
  change(jobs, 'book', {
    operationId: 'bookJob',
    method: 'POST',
    path: '/jobs',
    environments: bothEnvironments,
    scope: 'jobs:write',
    tag: 'Jobs',
    status: 201,
    keyRequired: true,
    hasScenario: true,
    summary: 'Book a job',
    description:
      'Books a held quote (`quote_id`), or prices directly from `sku`, `priority` and `km`. `quote_id` takes precedence if both are sent. Only you, the courier and the control desk see note and contacts.',
  }),
  read(jobs, 'list', {
    operationId: 'listJobs',
    path: '/jobs',
    environments: bothEnvironments,
    scope: 'jobs:read',
    keyAllowed: true,
    tag: 'Jobs',
    query: {
      status: 'string',
      site: 'string',
      reference: 'string',
      created_gte: 'string',
      created_lt: 'string',
      limit: 'integer',
      starting_after: 'string',
      ending_before: 'string',
    },
    summary: 'List jobs',
    description:
      'Newest first. Page with `starting_after` or `ending_before`; each takes a job id.',
  }),
  read(jobs, 'get', {
    operationId: 'getJob',
    path: '/jobs/{id}',
    environments: bothEnvironments,
    scope: 'jobs:read',
    keyAllowed: true,
    tag: 'Jobs',
    summary: 'Fetch a job',
    description: '`id` is a job id or a job reference.',
  }),
  change(jobs, 'update', {
    operationId: 'updateJob',
    method: 'PATCH',
    path: '/jobs/{id}',
    environments: bothEnvironments,
    scope: 'jobs:write',
    tag: 'Jobs',
    status: 200,
    summary: 'Update a job before collection',
    description:
      'Updates cost centre, reference, metadata, note and contacts. `priority: "stat"` re-prices the job as STAT. Events never contain note or contacts.',
  }),
  change(jobs, 'cancel', {
    operationId: 'cancelJob',
    method: 'POST',
    path: '/jobs/{id}/cancel',
    environments: bothEnvironments,
    scope: 'jobs:write',
    tag: 'Jobs',
    status: 200,
    summary: 'Cancel a job before collection',
    description:
      'Free before a driver is assigned; afterwards `cancellation` contains the fee and the rule that applies. `id` is a job id or reference.',
  }),
  read(jobs, 'handoverCode', {
    operationId: 'getHandoverCode',
    path: '/jobs/{id}/handover-code',
    environments: liveOnly,
    scope: 'jobs:read',
    tag: 'Jobs',
    summary: 'Retrieve the handover code',
    description:
      'Six digits that the recipient gives to the courier. Available from assignment to delivery.',
  }),
  read(jobs, 'labels', {
    ...papers,
    operationId: 'getLabels',
    path: '/jobs/{id}/labels',
    query: { layout: 'string', parcel: 'integer', dry_ice_g: 'integer' },
    representations: [
      {
        ...{ ...labels, mediaType: 'application/pdf', render: labelPdf, fileName: 'labels.pdf' },
        cost: tenthOfParcels,
      },
      {
        ...{ ...labels, mediaType: 'image/png', render: labelPng, fileName: 'label.png' },
        cost: () => 3,
      },
      {
        ...{ ...labels, mediaType: 'application/zpl', render: labelZpl, fileName: 'labels.zpl' },
        cost: () => 1,
      },
    ],
    summary: 'Print the labels of a job',
    description:
      'Returns the content of the labels. Send `Accept: application/pdf` for the labels themselves, `application/zpl` for 203 dpi label printers, or `image/png` for the first requested label. Parcels of UN 3373 and with dry ice get a second label with the mark in its legal size.',
  }),
  read(jobs, 'waybill', {
    ...papers,
    operationId: 'getWaybill',
    path: '/jobs/{id}/waybill',
    representations: [
      {
        mediaType: 'application/pdf',
        action: 'waybill',
        contract: jobs.actions.waybill,
        render: waybillPdf,
        cost: () => 3,
        fileName: 'waybill.pdf',
      },
    ],
    summary: 'Print the waybill of a job',
    description:
      'Returns parcels, sites, times and handling, without contacts and price. Send `Accept: application/pdf` for an A4 page with signature lines.',
  }),
  read(tracking, 'track', {
    operationId: 'trackJob',
    path: '/tracking/{ref}',
    environments: bothEnvironments,
    scope: 'tracking:read',
    keyAllowed: true,
    tag: 'Tracking',
    summary: 'Track a job',
    description:
      "Returns status, ETA, driver's first name, vehicle and milestones by job reference.",
  }),
];
