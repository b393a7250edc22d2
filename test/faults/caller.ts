/** A client of the demonstration tenant, at any gateway. */
import { type Answer, member, send } from './http.ts';

interface Credentials {
  client_id: string;
  client_secret: string;
}

export interface PostOptions {
  method?: 'POST' | 'PATCH';
  gateway?: string;
  body?: Record<string, unknown>;
}

export const places = { pickup_site_id: 'site_demo_cli-0', dropoff_site_id: 'site_demo_lab-0' };
const booking = { sku: 'LAB-STD', km: 18, ...places };

export async function createCaller(
  authUrl: string,
  credentials: Credentials,
  gatewayUrl: (which: string) => string,
) {
  const authorization = `Bearer ${await fetchToken(authUrl, credentials)}`;
  /** Changes something under this Idempotency-Key. */
  const post = (path: string, key: string, options: PostOptions = {}): Promise<Answer> => {
    const { method = 'POST', gateway = 'gateway', body = {} } = options;
    const headers = { authorization, 'idempotency-key': key };
    return send(`${gatewayUrl(gateway)}/v1${path}`, { method, headers, body });
  };
  return {
    post,
    read: (path: string) =>
      send(`${gatewayUrl('gateway')}/v1${path}`, { headers: { authorization } }),
    /** Books a job; the body is the same for the same options. */
    book: (key: string, { body = {}, ...options }: PostOptions = {}) =>
      post('/jobs', key, { ...options, body: { ...booking, ...body } }),
  };
}

export async function fetchToken(
  authUrl: string,
  { client_id, client_secret }: Credentials,
): Promise<string> {
  const credentials = Buffer.from(`${client_id}:${client_secret}`).toString('base64');
  const answer = await send(`${authUrl}/oauth/token`, {
    method: 'POST',
    headers: { authorization: `Basic ${credentials}` },
    body: new URLSearchParams({ grant_type: 'client_credentials' }),
  });
  const token = member(answer, 'access_token');
  if (typeof token !== 'string') throw new Error(`no token: ${answer.status}`);
  return token;
}
