/** Stack of every bench: durable Postgres, NATS, one process per service, a token. */
import { randomBytes } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { createDatabase, freePort, startChild, startNats, startPostgres } from '@svc/devnet';
import { jobsService } from '@svc/jobs/service';
import { migrate } from '@svc/kit/database/migrate';
import { createLogger } from '@svc/kit/log';
import { nodeFlags, startProcesses } from '@svc/local/processes';
import { seedCredentials, seedEnvironment } from '@svc/local/seed';
import { apiUrlOf, publicUrlOf, type Settings } from '@svc/local/settings';
import { countStatements, writeStatements } from './statements.ts';
import { readTemplate } from './template.ts';

export type BenchStack = Awaited<ReturnType<typeof startBenchStack>>;

const booking = {
  sku: 'LAB-STD',
  km: 18,
  pickup_site_id: 'site_demo_cli-0',
  dropoff_site_id: 'site_demo_lab-0',
};

/** Processes of a booking; the listeners come later and elsewhere. */
const bookingProcesses = ['accounts', 'pricing', 'jobs', 'gateway'];

/** `profile`: Postgres counts statements, also without `SVC_PROFILE_DIR`. */
export async function startBenchStack(cleanup: AsyncDisposableStack, { profile = false } = {}) {
  const dir = await mkdtemp(join(tmpdir(), 'svc-bench-'));
  cleanup.defer(() => rm(dir, { recursive: true, force: true }));
  const profileDir = process.env.SVC_PROFILE_DIR;
  const isCounted = profile || profileDir !== undefined;
  const place = join(dir, 'postgres');
  const postgres = await startPostgres({ dir: place, durable: true, profile: isCounted });
  cleanup.defer(() => postgres.remove());
  if (isCounted) await countStatements(postgres.url);
  if (profileDir) cleanup.defer(() => writeStatements(postgres.url, profileDir));
  const nats = await startNats({ dir: join(dir, 'nats') });
  if (!nats) throw new Error('the bench needs nats-server on PATH');
  cleanup.defer(() => nats.stop());
  const settings: Settings = {
    environment: 'live',
    postgresUrl: await createDatabase(postgres.url, 'bench'),
    natsUrl: nats.url,
    secret: randomBytes(32).toString('hex'),
    httpPort: await freePort(),
    logLevel: 'warn',
    env: {
      SVC_LIVE_LIMIT: '100000000',
      SVC_POOL_MAX: '16',
      SVC_FILES_URL: pathToFileURL(join(dir, 'files')).href,
    },
  };
  const processes = await startProcesses(settings, dir, { names: [] });
  cleanup.defer(() => processes.stop());
  for (const name of bookingProcesses) await processes.start(name);
  await seedEnvironment(processes.client.broker, 'live');
  const { clients } = await seedCredentials(processes.client.broker, undefined);
  const auth = { authorization: '', 'content-type': 'application/json' };
  const signIn = async () => {
    auth.authorization = `Bearer ${await fetchToken(publicUrlOf(settings), clients.demo)}`;
  };
  await signIn();
  const quote = await post(`${apiUrlOf(settings)}/quotes`, { sku: 'LAB-STD', km: 18 }, auth);
  const byQuote = { ...booking, quote_id: quote.id };
  return {
    dir,
    settings,
    processes,
    demo: clients.demo,
    operator: clients.operator,
    adminUrl: postgres.url,
    /** Process ids, to tell where processor time goes. */
    parts: {
      ...Object.fromEntries([...processes.children].map(([name, child]) => [name, child.pid])),
      postgres: postgres.pid,
      nats: nats.pid,
      'load generator': process.pid,
    },
    url: apiUrlOf(settings),
    auth,
    /** A fresh token in `auth`: one lives 15 minutes, less than all benches take. */
    signIn,
    bookingBody: JSON.stringify(byQuote),
    book: (key: string) =>
      post(`${apiUrlOf(settings)}/jobs`, byQuote, { ...auth, 'idempotency-key': key }),
    /** Stops one service; what it would have consumed is no longer waited for. */
    stopProcess: async (name: string): Promise<void> => {
      await processes.children.get(name)?.stop(50_000);
      processes.children.delete(name);
    },
  };
}

const floorScript = fileURLToPath(new URL('./floor.ts', import.meta.url));

/** Beside the stack, on the same Postgres, with the same tables. */
export async function startFloor({ dir, adminUrl, settings, book }: BenchStack) {
  const template = await readTemplate(settings.postgresUrl, await book('template'));
  const file = join(dir, 'template.json');
  await writeFile(file, JSON.stringify(template));
  const databaseUrl = await migrate({
    url: await createDatabase(adminUrl, 'floor'),
    service: 'jobs',
    migrations: jobsService.migrations,
    login: { secret: settings.secret },
    log: createLogger({ name: 'floor', level: 'silent' }),
  });
  let port = '';
  const child = await startChild({
    command: process.execPath,
    args: [...nodeFlags, floorScript, file, databaseUrl],
    logFile: join(dir, 'floor.log'),
    ready: (output) => {
      port = /floor ready (\d+)/.exec(output)?.[1] ?? '';
      return port !== '';
    },
    readyTimeoutMs: 20_000,
    stopSignal: 'SIGTERM',
  });
  const rows = template.rows.map((row) => row.table);
  return { url: `http://127.0.0.1:${port}`, rows, pid: child.pid, stop: () => child.stop(5_000) };
}

export async function fetchToken(
  url: string,
  { client_id, client_secret }: { client_id: string; client_secret: string },
): Promise<string> {
  const response = await fetch(`${url}/oauth/token`, {
    method: 'POST',
    body: new URLSearchParams({ grant_type: 'client_credentials', client_id, client_secret }),
  });
  return String((await readJson(response)).access_token);
}

export async function post(url: string, body: unknown, headers: Record<string, string>) {
  const response = await fetch(url, { method: 'POST', headers, body: JSON.stringify(body) });
  const answer = await readJson(response);
  if (!response.ok) throw new Error(`${url}: ${response.status} ${JSON.stringify(answer)}`);
  return answer;
}

async function readJson(response: Response): Promise<Record<string, unknown>> {
  const body: unknown = await response.json();
  return typeof body === 'object' && body !== null ? { ...body } : {};
}
