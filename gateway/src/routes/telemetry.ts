import {
  exampleForwarded,
  exampleTelemetry,
  forwardedBody,
  telemetryRequest,
  tracking,
} from '@svc/contracts';
import { change, forwarded, liveOnly, read, signed } from '../endpoint/declaration.ts';
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
    rawBody: telemetryRequest,
    example: exampleTelemetry,
    summary: 'Send a signed batch of readings',
    description:
      "Accepts up to 500 readings and 256 KiB, signed over the raw body with the provider's secret. `accepted` readings are stored; an invalid reading is `rejected` individually, with its index and a code. Readings are deduplicated by `seq` per device.",
  }),
  forwarded(tracking, 'forward', {
    environments: liveOnly,
    scope: 'telemetry:write',
    tag: 'Telemetry',
    operationId: 'forwardTelemetry',
    path: '/telemetry/forwarded/{format}',
    status: 202,
    rawBody: forwardedBody,
    example: exampleForwarded,
    summary: "Forward a telematics system's own JSON",
    description:
      "Takes what Traccar or Tive push, or what Samsara, Geotab or Cartrack answer to a poll, unchanged, up to 256 KiB and 500 readings. Send the key of a provider registered with this format as `x-api-key`. Each position and each temperature becomes a reading, as in a signed batch; one that was sent before is a duplicate. The tracker's first probe is the device itself, probe n is `<device>:<n>`.",
  }),
  change(tracking, 'reportPositions', {
    environments: liveOnly,
    scope: 'ops:courier',
    tag: 'Operations',
    operationId: 'reportPositions',
    method: 'POST',
    path: '/courier/positions',
    status: 202,
    summary: 'Report where the phone is',
    description:
      "Stores positions of a courier's phone for the vehicle of the driver's open job (`assigned` to `in_transit`), like those of a tracker; they are deleted after 90 days. Several open jobs: the vehicle with parcels on board counts, else that of the job that changed last. Send at most one report a minute.",
  }),
  change(tracking, 'createTelemetryProvider', {
    ...operations,
    operationId: 'createTelemetryProvider',
    method: 'POST',
    path: '/ops/telemetry-providers',
    status: 201,
    summary: 'Register a telemetry provider',
    description:
      'Creates the provider with a client for `telemetry:write` and a signing secret; with a `format`, with an API key instead, which its system sends as `x-api-key`. Secrets and key are returned only once.',
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
    summary: "Rotate a provider's signing secret or key",
    description:
      'The previous one stays valid for 24 hours. A key is rotated only once in that time.',
  }),
  change(tracking, 'createDevice', {
    ...operations,
    operationId: 'createDevice',
    method: 'POST',
    path: '/ops/devices',
    status: 201,
    summary: 'Register a device in a vehicle',
    description:
      'A device that is already registered moves to this vehicle; its class, box and calibration change where they are sent.',
  }),
  read(tracking, 'listDevices', {
    ...operations,
    operationId: 'listDevices',
    path: '/ops/devices',
    query: { provider_id: 'string', ...page },
    summary: 'List devices',
    description: 'Newest first, each with the vehicle it is installed in.',
  }),
];
