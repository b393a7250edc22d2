/** The public API as one client sees it. */
import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import type { CourierDevFile, Credentials } from './dev-file.ts';

export interface Api {
  get<T>(path: string, answer: z.ZodType<T>): Promise<T>;
  post<T>(path: string, body: object, answer: z.ZodType<T>): Promise<T>;
  /** A PNG image as the whole body. */
  sendPng<T>(
    to: { method: 'POST' | 'PUT'; path: string },
    png: Buffer,
    answer: z.ZodType<T>,
  ): Promise<T>;
}

/** A problem response of the API. */
export class ApiRefusal extends Error {
  readonly code: string;
  constructor(what: string, code: string, detail: string) {
    super(`${what}: ${code}: ${detail}`);
    this.name = 'Refused';
    this.code = code;
  }
}

const problem = z.object({ code: z.string(), detail: z.string() });
const triesMax = 6;
/** A token is renewed when it has less than this left. */
const reserveMs = 60_000;

interface Call {
  method: string;
  path: string;
  body?: string | Buffer;
  type?: string;
}

export function createApi(
  { live, auth }: Pick<CourierDevFile, 'live' | 'auth'>,
  client: Credentials,
): Api {
  const token = tokenFor(auth.auth_url, client);
  const send = async <T>({ method, path, body, type }: Call, answer: z.ZodType<T>): Promise<T> => {
    // The same key on every attempt: a repeated request has no second effect.
    const key = randomUUID();
    for (let tries = 1; ; tries += 1) {
      const response = await fetch(live.base_url + path, {
        method,
        redirect: 'error',
        headers: {
          authorization: `Bearer ${await token()}`,
          ...(method !== 'GET' && { 'idempotency-key': key }),
          ...(type && { 'content-type': type }),
        },
        ...(body !== undefined && { body }),
      });
      const content: unknown = await response.json();
      if (response.ok) return answer.parse(content);
      const waitSeconds = Number(response.headers.get('retry-after') ?? Number.NaN);
      const mayPass = response.status === 429 || response.status === 503;
      if (!mayPass || !(waitSeconds <= 60) || tries >= triesMax) {
        const { code, detail } = problem.parse(content);
        throw new ApiRefusal(`${method} ${path}`, code, detail);
      }
      await new Promise((done) => setTimeout(done, waitSeconds * 1_000));
    }
  };
  const json = 'application/json';
  return {
    get: (path, answer) => send({ method: 'GET', path }, answer),
    post: (path, body, answer) =>
      send({ method: 'POST', path, body: JSON.stringify(body), type: json }, answer),
    sendPng: (to, png, answer) => send({ ...to, body: png, type: 'image/png' }, answer),
  };
}

const granted = z.object({ access_token: z.string(), expires_in: z.number() });

/** A token of the client, renewed in time. */
export function tokenFor(
  authUrl: string,
  { client_id, client_secret }: Credentials,
): () => Promise<string> {
  let kept: { token: string; untilMs: number } | undefined;
  return async () => {
    if (kept && Date.now() < kept.untilMs) return kept.token;
    const response = await fetch(`${authUrl}/oauth/token`, {
      method: 'POST',
      redirect: 'error',
      body: new URLSearchParams({ grant_type: 'client_credentials', client_id, client_secret }),
    });
    if (!response.ok) throw new Error(`no token: ${response.status}`);
    const { access_token, expires_in } = granted.parse(await response.json());
    kept = { token: access_token, untilMs: Date.now() + expires_in * 1_000 - reserveMs };
    return access_token;
  };
}
