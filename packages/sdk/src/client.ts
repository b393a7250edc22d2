import type { CourierClient } from './generated/api.ts';
import { callOf, streamOf } from './operation.ts';
import { routes } from './routes.ts';
import { createTokenSource, type OAuthCredentials } from './tokens.ts';
import { createTransport, refuseCleartext } from './transport.ts';

interface CommonOptions {
  /** Address of the API with its version, e.g. `https://api.example.com/v1`. */
  baseUrl: string;
  /** Milliseconds of one attempt, its answer included; 30 000 by default. */
  timeoutMs?: number;
  /** Attempts after the first; 6 by default. 0 leaves retries to you. */
  retries?: number;
  /** Milliseconds before the second attempt, doubled for each further one; 250 by default. */
  retryDelayMs?: number;
  /** Another `fetch`, e.g. one that goes through a proxy. */
  fetch?: typeof fetch;
}

/** Client credentials, on live. */
export interface CredentialOptions extends CommonOptions, OAuthCredentials {
  /** Issuer of tokens, where it is not the origin of the API. */
  authUrl?: string;
}

/** An API key: the published one of the sandbox, or one of live for reads. */
export interface KeyOptions extends CommonOptions {
  apiKey: string;
  /** Sandbox: callers that name the same session share their data. */
  session?: string;
}

export type ClientOptions = CredentialOptions | KeyOptions;

/**
 * A client of the API.
 *
 * ```ts
 * const svc = createClient({ baseUrl: 'https://api.example.com/v1', clientId, clientSecret });
 * const job = await svc.bookJob({ body: { sku: 'LAB-STD', pickup_site_id, dropoff_site_id } });
 * ```
 *
 * Throws where credentials would travel without TLS, other than to a loopback address. No redirect is
 * followed.
 *
 * Rejects with a `ProblemError` for what the API refuses, a `TokenError` for credentials, else with
 * the error of `fetch`. The options of every method are `signal`, `timeout`, `retry`,
 * `idempotencyKey` and `headers`.
 */
export function createClient(options: ClientOptions): CourierClient {
  const { baseUrl, timeoutMs = 30_000, retries = 6, retryDelayMs = 250 } = options;
  for (const each of [baseUrl, 'authUrl' in options ? options.authUrl : undefined]) {
    if (each !== undefined) refuseCleartext(each);
  }
  const send = options.fetch ?? fetch;
  const tokens = 'clientId' in options ? tokensOf({ timeoutMs, ...options }, send) : undefined;
  const transport = createTransport({ send, tokens, timeoutMs, retries, retryDelayMs });
  const caller = { baseUrl, headers: 'apiKey' in options ? keyHeaders(options) : {}, transport };
  const methods = Object.entries(routes).map(([id, route]) => [
    id,
    route[2] === 'text/event-stream' ? streamOf(caller, route) : callOf(caller, route),
  ]);
  return Object.fromEntries(methods);
}

const keyHeaders = ({ apiKey, session }: KeyOptions): Record<string, string> => ({
  'x-api-key': apiKey,
  ...(session !== undefined && { 'svc-sandbox-session': session }),
});

const tokensOf = (
  { authUrl, baseUrl, ...credentials }: CredentialOptions & { timeoutMs: number },
  send: typeof fetch,
) => createTokenSource(new URL('/oauth/token', authUrl ?? baseUrl).href, credentials, send);
