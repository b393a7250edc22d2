/** A provider of fleet telemetry with a vehicle and its devices, and signed batches. */
import { createHmac } from 'node:crypto';
import { telemetryBatch } from '@svc/contracts';
import type { Reply } from '@svc/kit/transport';
import type { App } from './app.ts';

export interface Sending {
  secret?: string;
  timestamp?: string;
  signature?: string;
  /** Instead of the readings. */
  raw?: string;
  request?: string;
}

export type Fleet = Awaited<ReturnType<typeof newFleet>>;

export async function newFleet(app: App, carrier: string, devices: readonly string[] = ['TR-1']) {
  const own = app.as(carrier);
  const provider = await own.createTelemetryProvider({ name: 'Trackers' });
  const vehicle = await own.createVehicle({ registration: `CA ${carrier}` });
  for (const device_id of devices) await own.createDevice({ device_id, vehicle_id: vehicle.id });
  const post = (readings: readonly unknown[], sending: Sending = {}): Promise<Reply> => {
    const body = sending.raw ?? JSON.stringify({ readings });
    const input = signedInput(provider, body, app.clock.now(), sending);
    const as = { tenant: carrier, ...(sending.request && { request: sending.request }) };
    return app.call('ingest', input, as);
  };
  return { provider, vehicle, post };
}

/** As the gateway passes it on. */
export function signedInput(
  provider: { client_id: string; secret: string },
  body: string,
  now: Date,
  sending: Sending = {},
) {
  const timestamp = sending.timestamp ?? String(Math.floor(now.getTime() / 1_000));
  const secret = sending.secret ?? provider.secret;
  const signature = sending.signature ?? signed(secret, `${timestamp}.${body}`);
  const { client_id } = provider;
  return { client_id, timestamp, signature, body: Buffer.from(body).toString('base64') };
}

export const signed = (secret: string, content: string): string =>
  `v1=${createHmac('sha256', secret).update(content).digest('hex')}`;

/** Result of an accepted batch; throws when the whole was refused. */
export function batchOf(reply: Reply) {
  if (!('ok' in reply)) throw new Error(`refused: ${JSON.stringify(reply)}`);
  return telemetryBatch.parse(reply.ok);
}
