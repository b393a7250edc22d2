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
    summary: 'Quote an order',
    description:
      'Returns availability and priced options. An unavailable order returns `available: false` with a reason. Sending the same `order_ref` again refreshes the options of the same order. Prices are held for 15 minutes.',
  }),
  change(partner, 'ready', {
    ...orders,
    operationId: 'markOrderReady',
    method: 'POST',
    path: '/partner/orders/{id}/ready',
    status: 200,
    summary: 'Mark an order as ready',
    description:
      'Books the job with the bag number as its seal. Repeating the call with the same bag returns the same response; another bag returns 409.',
  }),
  read(partner, 'getOrder', {
    ...orders,
    operationId: 'getOrder',
    path: '/partner/orders/{id}',
    summary: 'Fetch an order',
    description: 'The status follows the job: ready, collected, delivered, failed or cancelled.',
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
    summary: 'Send a stock feed',
    description:
      'JSON, or CSV with the columns `item_code,quantity,updated_at` and `?site_id=&mode=`. `full` replaces the stock, `delta` merges; older counts never overwrite newer ones. At most 10 000 rows; item codes only.',
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
    summary: 'Create a manifest',
    description:
      "Lists the specimens of a job or of a route's next run. Send barcodes only: a field that looks like patient data is refused. The collection is compared with the manifest; a difference is reported as an incident.",
  }),
  read(partner, 'getManifest', {
    ...lab,
    operationId: 'getManifest',
    path: '/manifests/{id}',
    summary: 'Fetch a manifest',
    description:
      'Returns its specimens, and the comparison with what was scanned at the collection.',
  }),
  change(partner, 'receiveSpecimens', {
    ...lab,
    operationId: 'receiveSpecimens',
    method: 'POST',
    path: '/jobs/{id}/reception',
    bodyBytesMax: listBytesMax,
    status: 200,
    summary: 'Record the reception of specimens',
    description:
      "Accepts or rejects each specimen of the job's manifests once, after delivery. Repeating a verdict returns the same response; a different verdict returns 409. A specimen that is on no manifest can be rejected as `not_expected`. A request is applied as a whole or not at all.",
  }),
  read(partner, 'getReception', {
    ...lab,
    operationId: 'getReception',
    path: '/jobs/{id}/reception',
    summary: 'Fetch the reception of a job',
    description:
      'Returns every expected specimen with its verdict; for a job of a run, those of all its stops.',
  }),
  change(partner, 'createRoute', {
    ...lab,
    operationId: 'createRoute',
    method: 'POST',
    path: '/routes',
    status: 201,
    summary: 'Create a route',
    description:
      'Each stop of each run becomes one job, booked 24 hours ahead. A stop that could not be booked in time emits `pickup.missed`.',
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
      'Returns the outcome of its latest stops, newest first: booked, collected, missed or skipped.',
  }),
  change(partner, 'updateRoute', {
    ...lab,
    operationId: 'updateRoute',
    method: 'PATCH',
    path: '/routes/{id}',
    status: 200,
    summary: 'Pause, resume or end a route',
    description: 'Jobs that are already booked stay booked.',
  }),
];

export const partnerRoutes = [...pharmacies, ...laboratories];
