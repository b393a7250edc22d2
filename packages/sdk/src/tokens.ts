/** Access tokens by OAuth 2.0 client credentials, reused until shortly before they expire. */
import { jsonOf, TokenError } from './problem.ts';

export interface OAuthCredentials {
  clientId: string;
  clientSecret: string;
  /** Blank-separated; all that the client holds when absent. */
  scope?: string;
}

export interface TokenSource {
  /** The current token, or a new one. Concurrent calls share one request. */
  get(): Promise<string>;
  /** Forgets this token, which was refused; another one that came meanwhile is kept. */
  forget(token: string): void;
}

interface Issued {
  token: string;
  expiresAt: number;
}

/** So long before its end a token is no longer used: requests and clocks need their time. */
const marginMs = 30_000;

export function createTokenSource(
  url: string,
  credentials: OAuthCredentials & { timeoutMs: number },
  send: typeof fetch,
): TokenSource {
  let current: Promise<Issued> | undefined;
  let known: Issued | undefined;
  const isFresh = () => known === undefined || known.expiresAt - marginMs > Date.now();
  const issue = async (): Promise<Issued> => {
    known = undefined;
    known = await issueToken(url, credentials, send);
    return known;
  };
  return {
    get: async () => {
      if (current === undefined || !isFresh()) current = issue();
      const mine = current;
      try {
        return (await mine).token;
      } catch (error) {
        // The next call tries anew.
        if (current === mine) current = undefined;
        throw error;
      }
    },
    forget: (token) => {
      if (known?.token === token) current = undefined;
    },
  };
}

async function issueToken(
  url: string,
  { clientId, clientSecret, scope, timeoutMs }: OAuthCredentials & { timeoutMs: number },
  send: typeof fetch,
): Promise<Issued> {
  const body = new URLSearchParams({
    grant_type: 'client_credentials',
    client_id: clientId,
    client_secret: clientSecret,
    ...(scope !== undefined && { scope }),
  });
  const signal = AbortSignal.timeout(timeoutMs);
  const response = await send(url, { method: 'POST', body, redirect: 'manual', signal });
  const isTransient = response.status === 429 || response.status >= 500;
  if (isTransient) throw new Error(`The token endpoint answers ${response.status}.`);
  const answer = jsonOf(await response.text());
  const token = textOf(answer, 'access_token');
  if (!response.ok || token === undefined) {
    const error = textOf(answer, 'error') ?? `status ${response.status}`;
    throw new TokenError(error, textOf(answer, 'error_description'));
  }
  const lifeS = Number(fieldOf(answer, 'expires_in') ?? 900);
  return { token, expiresAt: Date.now() + lifeS * 1000 };
}

const fieldOf = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;

function textOf(value: unknown, name: string): string | undefined {
  const field = fieldOf(value, name);
  return typeof field === 'string' ? field : undefined;
}
