import type { CourierClient, IngestTelemetryData, TelemetryBatch } from './generated/api.ts';

type Readings = IngestTelemetryData['body'];

export interface SignedReadings {
  /** The very bytes that are signed: send them as they are. */
  body: string;
  headers: { 'svc-timestamp': string; 'svc-signature': string };
}

/** Signs a batch of readings with the provider's whole secret, by Web Crypto. */
export async function signBatch(
  batch: Readings,
  secret: string,
  now: Date = new Date(),
): Promise<SignedReadings> {
  const body = JSON.stringify(batch);
  const timestamp = String(Math.floor(now.getTime() / 1000));
  const bytes = new TextEncoder();
  const algorithm = { name: 'HMAC', hash: 'SHA-256' };
  const key = await crypto.subtle.importKey('raw', bytes.encode(secret), algorithm, false, [
    'sign',
  ]);
  const mac = await crypto.subtle.sign('HMAC', key, bytes.encode(`${timestamp}.${body}`));
  const hex = [...new Uint8Array(mac)].map((byte) => byte.toString(16).padStart(2, '0')).join('');
  return { body, headers: { 'svc-timestamp': timestamp, 'svc-signature': `v1=${hex}` } };
}

/** Signs and sends up to 500 readings; what was taken, known before and left out is answered. */
export async function sendReadings(
  client: Pick<CourierClient, 'ingestTelemetry'>,
  batch: Readings,
  secret: string,
): Promise<TelemetryBatch> {
  const { headers } = await signBatch(batch, secret);
  // The client writes the same object in the same way: the bytes are those that were signed.
  return client.ingestTelemetry({ headers, body: batch });
}
