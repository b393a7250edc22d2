/** What the faults hit: one process per service, gateways, the planted observer, a client's token. */
import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { type Child, createDatabase, dropDatabase, freePort, startChild } from '@svc/devnet';
import { commandLine } from '@svc/devnet/processes';
import { startProcesses } from '@svc/stack/processes';
import { seedCredentials, seedEnvironment } from '@svc/stack/seed';
import { baseUrl, environmentVariables, publicUrl, type Settings } from '@svc/stack/settings';
import { Pool } from 'pg';
import { type Answer, member, send } from './http.ts';

export interface StackOptions {
  postgresUrl: string;
  natsUrl: string;
  /** Second processes, e.g. `jobs#2`, `gateway#2`. */
  replicas?: readonly string[];
}

export type FaultStack = Awaited<ReturnType<typeof startStack>>;

export interface Ask {
  method?: 'POST' | 'PATCH';
  gateway?: string;
  body?: Record<string, unknown>;
}

const booking = {
  sku: 'LAB-STD',
  km: 18,
  pickup_site_id: 'site_demo_cli-0',
  dropoff_site_id: 'site_demo_lab-0',
};
const observerEntry = fileURLToPath(new URL('./observer-main.ts', import.meta.url));

export async function startStack({ postgresUrl, natsUrl, replicas = [] }: StackOptions) {
  const name = `t${randomBytes(6).toString('hex')}`;
  const dir = await mkdtemp(join(tmpdir(), 'svc-faults-'));
  const settings: Settings = {
    environment: 'live',
    postgresUrl: await createDatabase(postgresUrl, name),
    natsUrl,
    namespace: name,
    secret: randomBytes(32).toString('hex'),
    httpPort: await freePort(),
    logLevel: 'silent',
    env: { SVC_LIVE_LIMIT: '1000000', SVC_CHECK_OUTPUTS: 'true', SVC_POOL_MAX: '6' },
  };
  const db = new Pool({
    connectionString: settings.postgresUrl,
    max: 12,
    connectionTimeoutMillis: 10_000,
  });
  // Postgres is restarted under it, and its database dropped at the end.
  db.on('error', () => undefined);
  const processes = await startProcesses(settings, dir);
  const { broker } = processes.client;
  await seedEnvironment(broker, 'live');
  const { demo } = (await seedCredentials(broker, undefined)).clients;
  const ports = new Map([['gateway', settings.httpPort]]);
  for (const replica of replicas) {
    if (replica.startsWith('gateway')) ports.set(replica, await freePort());
  }

  const observerEnv = {
    ...process.env,
    ...environmentVariables(settings),
    SVC_LOG_LEVEL: 'info',
  };
  /** Starts a process for the first time or again, and waits until it is ready. */
  const start = async (which: string, env: NodeJS.ProcessEnv = {}): Promise<Child> => {
    const port = ports.get(which);
    if (which !== 'observer') {
      return processes.start(which, { ...env, ...(port && { SVC_HTTP_PORT: String(port) }) });
    }
    const observer = await startChild({
      command: process.execPath,
      args: [observerEntry],
      env: { ...observerEnv, ...env },
      logFile: join(dir, 'observer.log'),
      ready: (output) => output.includes('"msg":"ready"'),
      readyTimeoutMs: 60_000,
    });
    processes.children.set('observer', observer);
    return observer;
  };
  const child = (which: string): Child => {
    const found = processes.children.get(which);
    if (!found) throw new Error(`no process ${which} here`);
    return found;
  };
  const origin = (gateway = 'gateway') => `http://127.0.0.1:${ports.get(gateway)}`;
  await Promise.all(['observer', ...replicas].map((replica) => start(replica)));
  const authorization = `Bearer ${await fetchToken(publicUrl(settings), demo)}`;

  const ask = (path: string, key: string, options: Ask = {}): Promise<Answer> => {
    const { method = 'POST', gateway, body = {} } = options;
    return send(baseUrl(settings).replace(publicUrl(settings), origin(gateway)) + path, {
      method,
      headers: { authorization, 'idempotency-key': key },
      body,
    });
  };
  return {
    name,
    dir,
    settings,
    db,
    child,
    start,
    ask,
    /** Books a job under this key; the body is the same for the same options. */
    book: (key: string, { body = {}, ...options }: Ask = {}) =>
      ask('/jobs', key, { ...options, body: { ...booking, ...body } }),
    /** Processes that have ended; all that were killed here are started again. */
    deaths: (): string[] =>
      [...processes.children].flatMap(([which, { pid }]) => (commandLine(pid) ? [] : [which])),
    kill: (which: string) => child(which).kill(),
    /** The observer's other commands, e.g. `redrive`, to the end. */
    observe: (command: string, env: NodeJS.ProcessEnv) =>
      promisify(execFile)(process.execPath, [observerEntry, command], {
        env: { ...observerEnv, ...env },
      }),
    freeze: (which: string) => process.kill(child(which).pid, 'SIGSTOP'),
    stop: async () => {
      await processes.stop();
      await db.end();
      await dropDatabase(postgresUrl, name);
      await dropRoles(postgresUrl, name);
      await rm(dir, { recursive: true, force: true });
    },
  };
}

async function fetchToken(
  url: string,
  { client_id, client_secret }: { client_id: string; client_secret: string },
): Promise<string> {
  const credentials = Buffer.from(`${client_id}:${client_secret}`).toString('base64');
  const answer = await fetch(`${url}/oauth/token`, {
    method: 'POST',
    headers: { authorization: `Basic ${credentials}` },
    body: new URLSearchParams({ grant_type: 'client_credentials' }),
  });
  const body = await answer.text();
  const token = member(
    { status: answer.status, ms: 0, body, headers: answer.headers },
    'access_token',
  );
  if (typeof token !== 'string') throw new Error(`no token: ${answer.status}`);
  return token;
}

async function dropRoles(postgresUrl: string, database: string): Promise<void> {
  const admin = new Pool({ connectionString: postgresUrl, max: 1 });
  const { rows } = await admin.query<{ role: string }>(
    'select rolname as role from pg_roles where starts_with(rolname, $1)',
    [`${database}_`],
  );
  for (const { role } of rows) await admin.query(`drop role "${role}"`);
  await admin.end();
}
