/** Signs a request as the service does, so that a receiver can be tried without it. */
import { createHmac } from 'node:crypto';
import { signatureOf } from './verify.ts';

/** Headers of a delivery; `secret` is the whole one, `whsec_…`. */
export function signedHeaders(
  { id, body }: { id: string; body: string },
  secret: string,
  now: Date = new Date(),
): Record<string, string> {
  const timestamp = String(Math.floor(now.getTime() / 1000));
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64');
  const standard = createHmac('sha256', key).update(`${id}.${timestamp}.${body}`);
  return {
    'content-type': 'application/json',
    'svc-event-id': id,
    'svc-timestamp': timestamp,
    'svc-signature': signatureOf(body, timestamp, secret),
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': `v1,${standard.digest('base64')}`,
  };
}
