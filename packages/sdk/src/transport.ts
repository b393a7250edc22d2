/**
 * Transport between operations and the network.
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
import type { CallOptions } from './call.ts';
import { TokenError } from './problem.ts';
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

/** The same for all attempts of a call. */
export interface Prepared {
  url: string;
  method: string;
  headers: Headers;
  body?: NonNullable<RequestInit['body']>;
  /** Whether what is answered does not end: it is not read, and has all the time. */
  isStream: boolean;
}

export interface Answer {
  response: Response;
  /** The whole body; empty for a stream. */
  bytes: ArrayBuffer;
}

/** The last outcome of a call, once it is no transient one or its attempts are used up. */
export type ClientTransport = (request: Prepared, options: CallOptions) => Promise<Answer>;

interface TransportOptions {
  send: typeof fetch;
  tokens: TokenSource | undefined;
  timeoutMs: number;
  retries: number;
  retryDelayMs: number;
}

export function createTransport({ send, tokens, ...defaults }: TransportOptions): ClientTransport {
  return async (request, { signal, timeout = defaults.timeoutMs, retry = {} }) => {
    const { retries = defaults.retries, retryDelay = defaults.retryDelayMs } = retry;
    for (let attempt = 0; ; attempt += 1) {
      signal?.throwIfAborted();
      const isLast = attempt >= retries;
      let waitMs = Math.random() * retryDelay * 2 ** attempt;
      try {
        const answer = await attempted(request, endOf(request, timeout, signal), { send, tokens });
        const nextMs = isLast ? undefined : waitAfter(answer, waitMs);
        if (nextMs === undefined) return answer;
        waitMs = nextMs;
      } catch (error) {
        signal?.throwIfAborted();
        if (isLast || error instanceof TokenError) throw error;
      }
      await pause(waitMs, signal);
    }
  };
}

/** When an attempt ends by itself, whatever became of it. */
function endOf({ isStream }: Prepared, timeoutMs: number, signal?: AbortSignal): AbortSignal {
  const isTimed = !isStream && timeoutMs > 0;
  return AbortSignal.any([
    ...(signal ? [signal] : []),
    ...(isTimed ? [AbortSignal.timeout(timeoutMs)] : []),
  ]);
}

/** Milliseconds until the next attempt; undefined where the answer is the outcome of the call. */
function waitAfter(answer: Answer, backoffMs: number): number | undefined {
  const askedMs = retryAfterMs(answer);
  if (!isTransient(answer) || askedMs > waitMaxS * 1000) return undefined;
  // Clients that were refused together should not come back together.
  const later = 1 + Math.random() / 4;
  return askedMs >= 0 ? Math.min(askedMs * later, waitMaxS * 1000) : backoffMs;
}

/** One attempt, with the current token, and once more with a new one where that was refused. */
async function attempted(
  request: Prepared,
  signal: AbortSignal,
  { send, tokens }: Pick<TransportOptions, 'send' | 'tokens'>,
): Promise<Answer> {
  if (tokens === undefined) return answerOf(request, signal, send);
  const withToken = async () => {
    const token = await before(signal, tokens.get());
    request.headers.set('authorization', `Bearer ${token}`);
    return { token, answer: await answerOf(request, signal, send) };
  };
  const { token, answer } = await withToken();
  if (answer.response.status !== 401) return answer;
  tokens.forget(token);
  return (await withToken()).answer;
}

/**
 * Reads the answer whole: one that breaks off is a failed attempt, not half a result. A redirect is an
 * answer, too: followed, it would take key and secret along to whatever host it names.
 */
async function answerOf(
  { url, isStream, ...request }: Prepared,
  signal: AbortSignal,
  send: typeof fetch,
): Promise<Answer> {
  const response = await send(url, { ...request, signal, redirect: 'manual' });
  const isOpen = isStream && response.ok;
  return { response, bytes: isOpen ? new ArrayBuffer(0) : await response.arrayBuffer() };
}

/** Seconds or a date; NaN where the answer does not say when to come back. */
function retryAfterMs({ response }: Answer): number {
  const text = response.headers.get('retry-after') ?? 'never';
  const seconds = Number(text);
  return Number.isNaN(seconds) ? Date.parse(text) - Date.now() : seconds * 1000;
}

/** Whether another attempt may end better. */
const isTransient = ({ response, bytes }: Answer): boolean =>
  statuses.has(response.status) ||
  (response.status === 409 && textOf(bytes).includes('idempotency_in_progress'));

export const textOf = (bytes: ArrayBuffer): string => new TextDecoder().decode(bytes);

/** What work results in, unless the signal comes first; others may still wait for the work. */
const before = <T>(signal: AbortSignal, work: Promise<T>): Promise<T> =>
  Promise.race([
    work,
    new Promise<never>((_, reject) => {
      signal.addEventListener('abort', () => reject(signal.reason), { once: true });
    }),
  ]);

export const pause = (ms: number, signal?: AbortSignal): Promise<void> =>
  new Promise((resolve, reject) => {
    signal?.throwIfAborted();
    const stop = () => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', stop);
      resolve();
    }, ms);
    signal?.addEventListener('abort', stop, { once: true });
  });
