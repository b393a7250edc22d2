/** Boxes of the carrier, and what was in them when. */
import { tracking } from '@svc/contracts';
import { signedBytesMax } from '../endpoint/bodies.ts';
import { change, liveOnly, read } from '../endpoint/declaration.ts';
import type { GatewayRoute } from '../endpoint/route.ts';

const common = { environments: liveOnly, scope: 'ops:dispatch', tag: 'Operations' } as const;
const page = { limit: 'integer', starting_after: 'string' } as const;

export const assetRoutes: readonly GatewayRoute[] = [
  change(tracking, 'createAsset', {
    ...common,
    operationId: 'createAsset',
    method: 'POST',
    path: '/ops/assets',
    status: 201,
    summary: 'Add a box or another asset',
    description:
      'A cool box, compartment, tote, cage, lock-box or logger, known by the identifier on its label.',
  }),
  read(tracking, 'listAssets', {
    ...common,
    operationId: 'listAssets',
    path: '/ops/assets',
    query: {
      ...{ state: 'string', status: 'string', vehicle_id: 'string', site_id: 'string' },
      ...page,
    },
    summary: 'List assets',
    description: 'Newest first, each with where it is, the probes and the jobs in it.',
  }),
  read(tracking, 'getAsset', {
    ...common,
    operationId: 'getAsset',
    path: '/ops/assets/{id}',
    summary: 'Fetch an asset',
    description: 'Returns the asset with where it is, the probes and the jobs in it.',
  }),
  change(tracking, 'updateAsset', {
    ...common,
    operationId: 'updateAsset',
    method: 'PATCH',
    path: '/ops/assets/{id}',
    status: 200,
    summary: 'Update an asset',
    description:
      'Omitted fields keep their values. `state` is recorded with who and when; `status` `retired` takes the asset out of use.',
  }),
  change(tracking, 'bindAsset', {
    ...common,
    operationId: 'bindAsset',
    method: 'POST',
    path: '/ops/assets/{id}/bindings',
    status: 201,
    summary: 'Bind a probe, parcels or a place to an asset',
    description:
      'Records that a probe is in the asset, that parcels of a job lie in it, or in which vehicle, at which site or in which other asset it is. What stands in another asset moves with it. A certificate of parcels in a box uses the probes of that box alone. Each change is an event of the chain of custody of the jobs concerned. A binding that is there already is returned.',
  }),
  read(tracking, 'listBindings', {
    ...common,
    operationId: 'listBindings',
    path: '/ops/assets/{id}/bindings',
    query: { kind: 'string', ...page },
    summary: 'List the bindings of an asset',
    description: 'Current and past ones, the last recorded first.',
  }),
  change(tracking, 'endBinding', {
    ...common,
    operationId: 'endBinding',
    method: 'POST',
    path: '/ops/bindings/{id}/end',
    status: 200,
    summary: 'End a binding',
    description:
      'Records until when it held. Bindings of parcels end by themselves when the parcels are handed over. A binding that has ended is returned unless another end is sent.',
  }),
  change(tracking, 'uploadLoggerFile', {
    ...common,
    operationId: 'uploadLoggerFile',
    method: 'POST',
    path: '/ops/assets/{id}/logger-files',
    status: 201,
    bodyBytesMax: signedBytesMax,
    summary: 'Upload the file of a logger without network',
    description:
      'Adds the readings of the time in which the logger was in the asset to the traces of the parcels in it. A certified trace gets a further certificate that names the file and who uploaded it. A file that was uploaded before returns the first one.',
  }),
  read(tracking, 'listLoggerFiles', {
    ...common,
    operationId: 'listLoggerFiles',
    path: '/ops/assets/{id}/logger-files',
    query: page,
    summary: 'List the logger files of an asset',
    description:
      'The one that begins last first, each with the readings that count and what followed for the jobs in the asset at that time.',
  }),
  change(tracking, 'handOutConsumables', {
    ...common,
    scope: ['ops:dispatch', 'ops:courier'],
    operationId: 'handOutConsumables',
    method: 'POST',
    path: '/ops/consumables',
    status: 201,
    summary: 'Record consumables that were handed out',
    description:
      "Seals, packs, boxes that stay, bags or rolls of labels that a site got. A courier's token must name a job of its own driver.",
  }),
  read(tracking, 'listHandOuts', {
    ...common,
    operationId: 'listConsumables',
    path: '/ops/consumables',
    query: { site_id: 'string', kind: 'string', from: 'string', to: 'string', ...page },
    summary: 'List consumables that were handed out',
    description: 'The last recorded first, with the sums of all that match by site and by person.',
  }),
  change(tracking, 'packBox', {
    ...common,
    scope: 'ops:courier',
    operationId: 'packBox',
    method: 'POST',
    path: '/courier/jobs/{id}/boxes',
    status: 201,
    summary: 'Record the box that parcels are in, or that is taken along',
    description:
      'For the courier who has the job: the parcels lie in this box from `at` on, and the box is in the vehicle of the job. With `empty` the box alone is taken along, for its way back; with `into` it stands in a crate or cage there. What was recorded otherwise ends at that moment.',
  }),
];
