/** One attempt of one delivery: signed now, sent, judged. */
import type { Config } from './config.ts';
import { type Answer, isSignatureRejected, isSuccess, judge } from './domain/outcome.ts';
import { type SigningSecret, signingOrder } from './domain/signing.ts';
import type { Post } from './post.ts';
import { openKeys, type SigningKeys, signature, standardSignature } from './secrets.ts';
import type { Attempted, Claimed } from './store/due.ts';

export interface AttemptTools {
  post: Post;
  /** 0 up to, not including, 1. */
  random: () => number;
  clock: { now(): Date };
  config: Pick<Config, 'SVC_SECRET' | 'SVC_WEBHOOK_DEADLINE_MS'>;
}

export interface Attempt {
  attempted: Attempted;
  answer: Answer;
  disables: boolean;
  /** Version of the secret that was accepted or refused last. */
  version: number;
}

/**
 * During a rotation's overlap an answer that says "not signed right" is followed at once by the same
 * body under the other secret; both POSTs are one attempt.
 */
export async function attempt(row: Claimed, tools: AttemptTools): Promise<Attempt> {
  const order = signingOrder(row, row.accepted_version, tools.clock.now());
  const [first, second] = order;
  const keysOf = ({ sealed }: SigningSecret) => openKeys(sealed, tools.config.SVC_SECRET);
  const all = order.map(keysOf);
  let used: SigningSecret = first;
  let answer = await send(row, tools, { one: keysOf(first), all });
  if (second && isSignatureRejected(answer)) {
    used = second;
    const again = await send(row, tools, { one: keysOf(second), all });
    answer = { ...again, durationMs: answer.durationMs + again.durationMs };
  }
  // The pause before the next attempt begins when this one has ended.
  const at = tools.clock.now();
  const number = row.attempt + 1;
  const verdict = judge(answer, { attempt: number, at, random: tools.random() });
  return {
    attempted: {
      tenant_id: row.tenant_id,
      endpoint_id: row.endpoint_id,
      delivery_id: row.delivery_id,
      claim: row.claim,
      attempt: number,
      status: verdict.status,
      response_code: answer.status,
      failure: answer.failure,
      duration_ms: answer.durationMs,
      response_excerpt: answer.excerpt,
      attempted_at: at,
      next_attempt_at: verdict.nextAttemptAt,
    },
    answer,
    disables: verdict.disables,
    version: used.version,
  };
}

export const succeeded = ({ answer }: Attempt): boolean => isSuccess(answer);

/** `svc-signature` by one secret, the Standard Webhooks header by all of them. */
function send(
  { url, event_id: id, body }: Claimed,
  { post, clock }: AttemptTools,
  { one, all }: { one: SigningKeys; all: readonly SigningKeys[] },
): Promise<Answer> {
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
      'webhook-id': id,
      'webhook-timestamp': String(timestamp),
      'webhook-signature': standardSignature(signed, all),
    },
  });
}
