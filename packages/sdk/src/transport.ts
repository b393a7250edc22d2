/**
 * Transport between the generated operations and the network.
 *
 * Terms
 * - **attempt**: one HTTP request. **call**: what the program asked for; one or more attempts.
 * - **transient**: an outcome that another attempt may improve: 429, 502, 503, 504, 408, 500, a
 *   request with the same key that still runs, a connection that broke, an answer that broke off, a
 *   timeout.
 *
 * Every call that changes something has one Idempotency-Key on all of its attempts, so that repeating
 * it is safe whatever became of the one before: the API replays the first outcome.
 */
import type { RetryContext } from './generated/client.ts';
import type { TokenSource } from './tokens.ts';

/** Longer than this a call does not wait for its next attempt; seconds. A locked code takes 900. */
const waitMaxS = 65;
const statuses = new Set([408, 429, 500, 502, 503, 504]);

const loopback = /^(localhost|127(\.\d+){3}|\[::1\])$/;

/** Credentials go over TLS, or to this machine. */
export function refuseCleartext(address: string): void {
  const { protocol, hostname, origin } = new URL(address);
  if (protocol === 'https:' || loopback.test(hostname)) return;
  throw new Error(`Credentials would be readable on the way to ${origin}: use https.`);
}

/**
 * Reads each answer whole: one that breaks off is a failed attempt, not half a result. A redirect is an
 * answer, too: followed, it would take key and secret along to whatever host it names.
 */
export const wholeAnswers =
  (send: typeof fetch): typeof fetch =>
  async (input, init) => {
    const response = await send(input, { ...init, redirect: 'manual' });
    const isStream = response.headers.get('content-type')?.startsWith('text/event-stream');
    if (isStream || response.body === null) return response;
    const bytes = await response.arrayBuffer();
    const headers = new Headers(response.headers);
    // The body is decoded; and clients that were refused together should not come back together.
    headers.delete('content-encoding');
    headers.delete('content-length');
    const waitS = Number(headers.get('retry-after') ?? Number.NaN);
    if (waitS >= 0) headers.set('retry-after', String(waitS * (1 + Math.random() / 4)));
    const { status, statusText } = response;
    const hasBody = ![204, 205, 304].includes(status);
    return new Response(hasBody ? bytes : null, { status, statusText, headers });
  };

/** Sends the current token, and once more with a new one where that was refused. */
export const withToken =
  (send: typeof fetch, tokens: TokenSource): typeof fetch =>
  async (input, init) => {
    const token = await tokens.get();
    const response = await send(input, authorized(init, token));
    if (response.status !== 401) return response;
    tokens.forget(token);
    await response.body?.cancel();
    return send(input, authorized(init, await tokens.get()));
  };

function authorized(init: RequestInit | undefined, token: string): RequestInit {
  const headers = new Headers(init?.headers);
  headers.set('authorization', `Bearer ${token}`);
  return { ...init, headers };
}

/** Whether another attempt may end better. */
export async function isTransient({ response, error }: RetryContext): Promise<boolean> {
  if (response === undefined) return !(error instanceof Error && error.name === 'TokenError');
  const waitS = Number(response.headers.get('retry-after') ?? 0);
  if (waitS > waitMaxS) return false;
  if (statuses.has(response.status)) return true;
  return (
    response.status === 409 && (await response.clone().text()).includes('idempotency_in_progress')
  );
}
