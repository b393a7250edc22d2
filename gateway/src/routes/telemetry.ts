import { exampleTelemetry, telemetryRequest, tracking } from '@svc/contracts';
import { change, liveOnly, read, signed } from '../endpoint/declaration.ts';
import type { GatewayRoute } from '../endpoint/route.ts';

const operations = { environments: liveOnly, scope: 'ops:dispatch', tag: 'Operations' } as const;
const page = { limit: 'integer', starting_after: 'string' } as const;

export const telemetryRoutes: readonly GatewayRoute[] = [
  signed(tracking, 'ingest', {
    environments: liveOnly,
    scope: 'telemetry:write',
    tag: 'Telemetry',
    operationId: 'ingestTelemetry',
    path: '/telemetry/fleet',
    status: 202,
    signedBody: telemetryRequest,
    example: exampleTelemetry,
    summary: 'Send a signed batch of readings',
    description:
      'Up to 500 readings in at most 256 KiB, signed over the raw body with the secret of the provider. What is `accepted` is committed; a reading that cannot be taken is `rejected` by itself, with its index and a code; the same `seq` of a device counts once.',
  }),
  change(tracking, 'createTelemetryProvider', {
    ...operations,
    operationId: 'createTelemetryProvider',
    method: 'POST',
    path: '/ops/telemetry-providers',
    status: 201,
    summary: 'Register a provider of fleet telemetry',
    description:
      'With a client for `telemetry:write` and a signing secret. Both secrets are shown this once.',
  }),
  read(tracking, 'listTelemetryProviders', {
    ...operations,
    operationId: 'listTelemetryProviders',
    path: '/ops/telemetry-providers',
    query: page,
    summary: 'List providers of fleet telemetry',
    description: 'Newest first, a page at a time. Secrets are not shown again.',
  }),
  change(tracking, 'rotateTelemetrySecret', {
    ...operations,
    operationId: 'rotateTelemetrySecret',
    method: 'POST',
    path: '/ops/telemetry-providers/{id}/rotate-secret',
    status: 200,
    summary: "Replace a provider's signing secret",
    description: 'The old one stays valid for 24 hours.',
  }),
  change(tracking, 'createDevice', {
    ...operations,
    operationId: 'createDevice',
    method: 'POST',
    path: '/ops/devices',
    status: 201,
    summary: 'Register a device in a vehicle',
    description: 'A device that is registered already moves to this vehicle.',
  }),
  read(tracking, 'listDevices', {
    ...operations,
    operationId: 'listDevices',
    path: '/ops/devices',
    query: page,
    summary: 'List devices',
    description: 'Newest first, each with the vehicle that it is built into.',
  }),
];
