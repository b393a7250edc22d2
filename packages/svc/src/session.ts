/**
 * Credential of the commands: the environment's variables, else the one that `svc login` stored.
 */
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import { type CourierClient, createClient } from '@svc/sdk';
import type { Shell } from '@svc/text/shell';
import { z } from 'zod';

const keyed = z.object({ baseUrl: z.url(), apiKey: z.string().min(1), session: z.string().min(1) });
const secret = z.object({
  baseUrl: z.url(),
  clientId: z.string().min(1),
  clientSecret: z.string().min(1),
});
export const storedSession = z.union([secret, keyed]);
export type StoredSession = z.output<typeof storedSession>;

const pathOf = ({ env }: Shell): string =>
  join(env.XDG_CONFIG_HOME ?? join(env.HOME ?? homedir(), '.config'), 'svc', 'session.json');

/** Readable by its owner alone: it holds a secret. */
export async function storeSession(shell: Shell, session: StoredSession): Promise<string> {
  const path = pathOf(shell);
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  await rm(path, { force: true });
  await writeFile(path, `${JSON.stringify(session)}\n`, { mode: 0o600 });
  return path;
}

export async function readSession(shell: Shell): Promise<StoredSession> {
  const { SVC_BASE_URL: baseUrl, SVC_CLIENT_ID: clientId, SVC_API_KEY: apiKey } = shell.env;
  const { SVC_CLIENT_SECRET: clientSecret, SVC_SESSION: session = 'svc' } = shell.env;
  const given = storedSession.safeParse({ baseUrl, clientId, clientSecret, apiKey, session });
  if (given.success) return given.data;
  const text = await readFile(pathOf(shell), 'utf8').catch(() => undefined);
  if (text === undefined) throw new Error('Nobody is logged in: svc login --help');
  return storedSession.parse(JSON.parse(text));
}

/** The published key of the sandbox, independent of the login. */
export function sandboxSession({ env }: Shell): StoredSession {
  const { SVC_SANDBOX_URL: baseUrl, SVC_SANDBOX_KEY: apiKey, SVC_SESSION: session = 'svc' } = env;
  const given = keyed.safeParse({ baseUrl, apiKey, session });
  if (given.success) return given.data;
  throw new Error('SVC_SANDBOX_URL and SVC_SANDBOX_KEY say where the sandbox is.');
}

export const isSandbox = (session: StoredSession): boolean =>
  'apiKey' in session && session.apiKey.startsWith('svc_test_');

export const clientFor = (session: StoredSession, via?: typeof fetch): CourierClient =>
  createClient({ ...session, ...(via && { fetch: via }) });
export const clientOf = async (shell: Shell): Promise<CourierClient> =>
  clientFor(await readSession(shell));
