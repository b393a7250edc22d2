/**
 * Verifies a signed webhook request.
 *
 * ```ts
 * const verdict = verify(rawBody, request.headers, process.env.WEBHOOK_SECRET);
 * if (!verdict.ok) return reply.code(401).send();
 * const { id, type, data } = verdict.event;
 * ```
 *
 * The signature is HMAC-SHA-256 over `<svc-timestamp>.<raw body>`, keyed with the whole secret as it
 * was given (`whsec_…`), in lower-case hex after `v1=`. `rawBody` must be the bytes as they came: JSON
 * that was parsed and written again has other bytes.
 */
import { createHmac, timingSafeEqual } from 'node:crypto';

/** A request's headers, as Node, Express and Fastify have them, or as `fetch` has them. */
export type RequestHeaders = Headers | Record<string, string | string[] | undefined>;

export interface VerifyOptions {
  /** Defaults to the time of the machine. */
  now?: Date;
  /** How far the timestamp may be off, in seconds, either way. */
  toleranceS?: number;
}

export interface WebhookEvent {
  /** The same for every delivery of this event; delivery is at least once. */
  id: string;
  type: string;
  created_at: string;
  tenant_id: string;
  /** Empty for events without a job. */
  job_id: string;
  /** Number within the job, without gaps; 0 without a job. */
  sequence: number;
  data: Record<string, unknown>;
}

export type SignatureFault = 'header_missing' | 'timestamp_out_of_tolerance' | 'signature_mismatch';
export type WebhookVerdict<E = WebhookEvent> =
  | { ok: true; event: E }
  | { ok: false; reason: SignatureFault };

/** Give both secrets while one replaces the other. `E` may name the events that you subscribed to. */
export function verify<E = WebhookEvent>(
  rawBody: string | Uint8Array,
  headers: RequestHeaders,
  secrets: string | readonly string[],
  options: VerifyOptions = {},
): WebhookVerdict<E> {
  const reason = signatureFault(rawBody, headers, secrets, options);
  return reason ? { ok: false, reason } : { ok: true, event: JSON.parse(textOf(rawBody)) };
}

/** The fault of a signature by the same rule over arbitrary bytes, which are not parsed. */
export function signatureFault(
  rawBody: string | Uint8Array,
  headers: RequestHeaders,
  secrets: string | readonly string[],
  { now = new Date(), toleranceS = 300 }: VerifyOptions = {},
): SignatureFault | undefined {
  const keys = [secrets].flat();
  if (keys.some((key) => key === '')) throw new Error('An empty secret would accept anybody.');
  const timestamp = headerOf(headers, 'svc-timestamp');
  const signature = headerOf(headers, 'svc-signature');
  if (timestamp === undefined || signature === undefined) return 'header_missing';
  const offS = Math.abs(now.getTime() / 1000 - Number(timestamp));
  if (!/^\d{1,12}$/.test(timestamp) || offS > toleranceS) return 'timestamp_out_of_tolerance';
  // Every secret is compared, also after a match: constant time.
  const fits = keys.map((key) => isEqual(signature, signatureOf(rawBody, timestamp, key)));
  return fits.includes(true) ? undefined : 'signature_mismatch';
}

/** The value of `svc-signature` that belongs to this body. */
export function signatureOf(
  rawBody: string | Uint8Array,
  timestamp: string,
  secret: string,
): string {
  const hmac = createHmac('sha256', secret).update(`${timestamp}.`).update(rawBody);
  return `v1=${hmac.digest('hex')}`;
}

function isEqual(given: string, expected: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(expected)];
  return a.length === b.length && timingSafeEqual(a, b);
}

/** A repeated header counts as missing, because it is ambiguous. */
function headerOf(headers: RequestHeaders, name: string): string | undefined {
  if (headers instanceof Headers) return headers.get(name) ?? undefined;
  const values = Object.entries(headers).filter(([key]) => key.toLowerCase() === name);
  const value = values.length === 1 ? values[0]?.[1] : undefined;
  return typeof value === 'string' ? value : undefined;
}

const textOf = (body: string | Uint8Array): string =>
  typeof body === 'string' ? body : new TextDecoder().decode(body);
