import { exampleStockFeed, partner } from '@svc/contracts';
import { listBytesMax, manifestBytesMax } from '../endpoint/bodies.ts';
import { change, liveOnly, read, upload } from '../endpoint/declaration.ts';
import type { GatewayRoute } from '../endpoint/route.ts';

const orders = { environments: liveOnly, scope: 'partner:orders', tag: 'Pharmacies' } as const;
const lab = { environments: liveOnly, scope: 'jobs:write', tag: 'Laboratories' } as const;

const pharmacies: readonly GatewayRoute[] = [
  change(partner, 'quote', {
    ...orders,
    operationId: 'quoteOrder',
    method: 'POST',
    path: '/partner/quotes',
    status: 201,
    summary: 'Ask whether and how an order can be brought',
    description:
      'Not available is an answer too: `available: false` with a reason. The same `order_ref` again is the same order with fresh options, held for 15 minutes.',
  }),
  change(partner, 'ready', {
    ...orders,
    operationId: 'markOrderReady',
    method: 'POST',
    path: '/partner/orders/{id}/ready',
    status: 200,
    summary: 'Say that an order is packed',
    description:
      'Books the job with the bag as its seal. The same bag again gets the same answer, another one 409.',
  }),
  read(partner, 'getOrder', {
    ...orders,
    operationId: 'getOrder',
    path: '/partner/orders/{id}',
    summary: 'Fetch an order',
    description: 'It follows its job: ready, collected, delivered, failed or cancelled.',
  }),
  upload(partner, 'feedStock', {
    environments: liveOnly,
    scope: 'partner:stock',
    keyAllowed: true,
    tag: 'Pharmacies',
    operationId: 'feedStock',
    method: 'POST',
    path: '/partner/stock-feed',
    status: 202,
    body: 'feed',
    query: { site_id: 'string', mode: 'string', confirm_empty: 'boolean' },
    example: exampleStockFeed,
    summary: 'Send what a pharmacy has in stock',
    description:
      'JSON, or CSV with the columns `item_code,quantity,updated_at` and `?site_id=&mode=`. `full` replaces, `delta` merges; what is older never overwrites what is newer. At most 10 000 rows; item codes only.',
  }),
];

const laboratories: readonly GatewayRoute[] = [
  change(partner, 'pushManifest', {
    ...lab,
    operationId: 'pushManifest',
    method: 'POST',
    path: '/manifests',
    bodyBytesMax: manifestBytesMax,
    status: 201,
    summary: 'List the specimens of a job or of the next run of a route',
    description:
      'Barcodes only: a field that looks like patient data is refused. What is collected is compared; a difference is an incident.',
  }),
  read(partner, 'getManifest', {
    ...lab,
    operationId: 'getManifest',
    path: '/manifests/{id}',
    summary: 'Fetch a manifest',
    description: 'With its specimens, and how it compares to what was scanned at the collection.',
  }),
  change(partner, 'receiveSpecimens', {
    ...lab,
    operationId: 'receiveSpecimens',
    method: 'POST',
    path: '/jobs/{id}/reception',
    bodyBytesMax: listBytesMax,
    status: 200,
    summary: 'Accept or reject the specimens that a job brought',
    description:
      'Once the job is delivered, each specimen of its manifests once: the same verdict again gets the same answer, another one 409. One that no manifest lists can be rejected as `not_expected`. All or none of a request counts.',
  }),
  read(partner, 'getReception', {
    ...lab,
    operationId: 'getReception',
    path: '/jobs/{id}/reception',
    summary: 'Fetch what was accepted and rejected of a job',
    description: 'With each expected specimen; of a run, those of all its stops.',
  }),
  change(partner, 'createRoute', {
    ...lab,
    operationId: 'createRoute',
    method: 'POST',
    path: '/routes',
    status: 201,
    summary: 'Have clinics visited on fixed days',
    description:
      'Each stop of each run becomes one job, booked 24 hours ahead. A stop that could not be booked in time is told as `pickup.missed`.',
  }),
  read(partner, 'listRoutes', {
    ...lab,
    operationId: 'listRoutes',
    path: '/routes',
    query: { status: 'string', limit: 'integer', starting_after: 'string' },
    summary: 'List routes',
    description: 'Newest first. Page with `starting_after`, a route id.',
  }),
  read(partner, 'getRoute', {
    ...lab,
    operationId: 'getRoute',
    path: '/routes/{id}',
    summary: 'Fetch a route with its latest stops',
    description:
      'With the outcome of its latest stops, newest first: booked, collected, missed or skipped.',
  }),
  change(partner, 'updateRoute', {
    ...lab,
    operationId: 'updateRoute',
    method: 'PATCH',
    path: '/routes/{id}',
    status: 200,
    summary: 'Pause, continue or end a route',
    description: 'Jobs that are booked already stay booked.',
  }),
];

export const partnerRoutes = [...pharmacies, ...laboratories];
