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
      'Books a held quote (`quote_id`), or directly from `sku`, `priority` and `km`. `quote_id` wins when both are sent. Note and contacts are shown to you, the courier and the control desk alone.',
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
    description: 'Newest first. Page with `starting_after` or `ending_before`, a job id each.',
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
    summary: 'Change a job before collection',
    description:
      'Cost centre, reference, metadata, note and contacts; `priority: "stat"` re-prices as STAT. Note and contacts are in no event.',
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
      'Free before a driver is assigned; after that `cancellation` has the fee and its rule. `id` is a job id or reference.',
  }),
  read(jobs, 'handoverCode', {
    operationId: 'getHandoverCode',
    path: '/jobs/{id}/handover-code',
    environments: liveOnly,
    scope: 'jobs:read',
    tag: 'Jobs',
    summary: 'Read the handover code',
    description: 'Six digits that the recipient tells the courier; from assignment to delivery.',
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
      'What the labels say; with `Accept: application/pdf` the labels themselves, with `application/zpl` for label printers of 203 dpi, with `image/png` the first of those asked for. Parcels of UN 3373 and with dry ice have a second label with the mark in its legal size.',
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
      'Parcels, sites, times and handling, without contacts and price; with `Accept: application/pdf` on A4, with lines to sign on.',
  }),
  read(tracking, 'track', {
    operationId: 'trackJob',
    path: '/tracking/{ref}',
    environments: bothEnvironments,
    scope: 'tracking:read',
    keyAllowed: true,
    tag: 'Tracking',
    summary: 'Track a job',
    description: 'Status, ETA, driver first name, vehicle and milestones of a job reference.',
  }),
];
