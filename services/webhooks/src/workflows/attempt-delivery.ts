/** One attempt of one delivery: signs, sends and evaluates the response. */
import {
  decryptKeys,
  signature,
  standardSignature,
  type WebhookSigningKeys,
} from '../adapters/hmac-signature.ts';
import type { HttpPost } from '../adapters/http-client.ts';
import type { Config } from '../config.ts';
import {
  evaluateAttempt,
  isSignatureRejected,
  isSuccess,
  type PostResult,
} from '../domain/attempt-result.ts';
import { type SigningSecret, signingOrder } from '../domain/signature.ts';
import type { AttemptRecord } from '../store/attempt-records.ts';
import type { ClaimedDelivery } from '../store/pending-deliveries.ts';

export interface AttemptContext {
  post: HttpPost;
  /** 0 up to, not including, 1. */
  random: () => number;
  clock: { now(): Date };
  config: Pick<Config, 'SVC_SECRET' | 'SVC_WEBHOOK_DEADLINE_MS'>;
}

export interface DeliveryAttempt {
  record: AttemptRecord;
  response: PostResult;
  disables: boolean;
  /** Version of the secret that was accepted or refused last. */
  version: number;
}

/** Delivery with the trace context of the attempt's own span. */
type TracedDelivery = ClaimedDelivery & { traceparent: string };

/**
 * During a rotation's overlap a rejected signature is retried immediately with the same body under
 * the other secret; both POSTs are one attempt.
 */
export async function attemptDelivery(
  row: TracedDelivery,
  context: AttemptContext,
): Promise<DeliveryAttempt> {
  const order = signingOrder(row, row.accepted_version, context.clock.now());
  const [first, second] = order;
  const keysOf = ({ encrypted }: SigningSecret) =>
    decryptKeys(encrypted, context.config.SVC_SECRET);
  const all = order.map(keysOf);
  let used: SigningSecret = first;
  let response = await send(row, context, { one: keysOf(first), all });
  if (second && isSignatureRejected(response)) {
    used = second;
    const retry = await send(row, context, { one: keysOf(second), all });
    response = { ...retry, durationMs: response.durationMs + retry.durationMs };
  }
  // Backoff starts when the attempt has ended.
  const at = context.clock.now();
  const number = row.attempt + 1;
  const result = evaluateAttempt(response, { attempt: number, at, random: context.random() });
  return {
    record: {
      row: row.row,
      tenant_id: row.tenant_id,
      endpoint_id: row.endpoint_id,
      delivery_id: row.delivery_id,
      claim: row.claim,
      attempt: number,
      status: result.status,
      response_code: response.status,
      failure: response.failure,
      duration_ms: response.durationMs,
      response_excerpt: response.excerpt,
      attempted_at: at,
      next_attempt_at: result.nextAttemptAt,
    },
    response: response,
    disables: result.disables,
    version: used.version,
  };
}

export const succeeded = ({ response }: DeliveryAttempt): boolean => isSuccess(response);

/** Sends with `svc-signature` by one secret, the Standard Webhooks header by all of them. */
function send(
  { url, event_id: id, body, traceparent }: TracedDelivery,
  { post, clock }: AttemptContext,
  { one, all }: { one: WebhookSigningKeys; all: readonly WebhookSigningKeys[] },
): Promise<PostResult> {
  const timestamp = Math.floor(clock.now().getTime() / 1000);
  const signed = { id, timestamp, body };
  return post({
    url,
    body,
    headers: {
      'content-type': 'application/json',
      'user-agent': 'svc-webhooks/1',
      'svc-event-id': id,
      'svc-timestamp': String(timestamp),
      'svc-signature': signature(signed, one),
      traceparent,
      'webhook-id': id,
      'webhook-timestamp': String(timestamp),
      'webhook-signature': standardSignature(signed, all),
    },
  });
}
