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
      "Accepts up to 500 readings and 256 KiB, signed over the raw body with the provider's secret. `accepted` readings are stored; an invalid reading is `rejected` individually, with its index and a code. Readings are deduplicated by `seq` per device.",
  }),
  change(tracking, 'createTelemetryProvider', {
    ...operations,
    operationId: 'createTelemetryProvider',
    method: 'POST',
    path: '/ops/telemetry-providers',
    status: 201,
    summary: 'Register a telemetry provider',
    description:
      'Creates the provider with a client for `telemetry:write` and a signing secret. Both secrets are returned only once.',
  }),
  read(tracking, 'listTelemetryProviders', {
    ...operations,
    operationId: 'listTelemetryProviders',
    path: '/ops/telemetry-providers',
    query: page,
    summary: 'List telemetry providers',
    description: 'Newest first, one page at a time. Secrets are not included.',
  }),
  change(tracking, 'rotateTelemetrySecret', {
    ...operations,
    operationId: 'rotateTelemetrySecret',
    method: 'POST',
    path: '/ops/telemetry-providers/{id}/rotate-secret',
    status: 200,
    summary: "Rotate a provider's signing secret",
    description: 'The previous secret stays valid for 24 hours.',
  }),
  change(tracking, 'createDevice', {
    ...operations,
    operationId: 'createDevice',
    method: 'POST',
    path: '/ops/devices',
    status: 201,
    summary: 'Register a device in a vehicle',
    description: 'A device that is already registered moves to this vehicle.',
  }),
  read(tracking, 'listDevices', {
    ...operations,
    operationId: 'listDevices',
    path: '/ops/devices',
    query: page,
    summary: 'List devices',
    description: 'Newest first, each with the vehicle it is installed in.',
  }),
];
