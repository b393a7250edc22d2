/** A provider of fleet telemetry: registered with the carrier, and signing what it sends. */
import { createHmac } from 'node:crypto';
import { device, telemetryBatch, tracking } from '@svc/contracts';
import type { z } from 'zod';
import { type Api, tokenFor } from '../api.ts';
import type { CourierDevFile } from '../dev-file.ts';
import type { FleetReading } from './readings.ts';

export type TelemetryBatchResult = z.infer<typeof telemetryBatch>;

export interface FleetProvider {
  post(readings: readonly FleetReading[]): Promise<TelemetryBatchResult>;
}

/** `svc-signature` of a body at a time: HMAC-SHA-256 of `<timestamp>.<body>` under the secret. */
const signature = (secret: string, timestamp: string, body: string): string =>
  `v1=${createHmac('sha256', secret).update(`${timestamp}.${body}`).digest('hex')}`;

interface Surroundings {
  urls: Pick<CourierDevFile, 'live' | 'auth'>;
  clock?: () => number;
}

const { output } = tracking.actions.createTelemetryProvider;
export type ProviderCredentials = Pick<
  z.infer<typeof output>,
  'client_id' | 'client_secret' | 'secret'
>;

export const createProvider = (desk: Api): Promise<ProviderCredentials> =>
  desk.post('/ops/telemetry-providers', { name: 'Simulated fleet' }, output);

export const registerProvider = async ({ desk, ...surroundings }: Surroundings & { desk: Api }) =>
  connectProvider(await createProvider(desk), surroundings);

export function connectProvider(
  own: ProviderCredentials,
  { urls, clock }: Surroundings,
): FleetProvider {
  const token = tokenFor(urls.auth.auth_url, own);
  return {
    post: async (readings) => {
      const body = JSON.stringify({ readings });
      const timestamp = String(Math.floor((clock ?? Date.now)() / 1_000));
      const response = await fetch(`${urls.live.base_url}/telemetry/fleet`, {
        method: 'POST',
        redirect: 'error',
        headers: {
          authorization: `Bearer ${await token()}`,
          'content-type': 'application/json',
          'svc-timestamp': timestamp,
          'svc-signature': signature(own.secret, timestamp, body),
        },
        body,
      });
      if (!response.ok)
        throw new Error(`batch refused: ${response.status} ${await response.text()}`);
      return telemetryBatch.parse(await response.json());
    },
  };
}

export const installDevice = (desk: Api, device_id: string, vehicle_id: string) =>
  desk.post('/ops/devices', { device_id, vehicle_id }, device);
