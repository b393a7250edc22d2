/** What every bench stands on: durable Postgres, NATS, one process per service, a token. */
import { randomBytes } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createDatabase, freePort, startChild, startNats, startPostgres } from '@svc/devnet';
import { jobsService } from '@svc/jobs/service';
import { migrate } from '@svc/kit/database/migrate';
import { createLogger } from '@svc/kit/log';
import { nodeFlags, startProcesses } from '@svc/stack/processes';
import { seedCredentials, seedEnvironment } from '@svc/stack/seed';
import { baseUrl, publicUrl, type Settings } from '@svc/stack/settings';
import { countStatements, writeStatements } from './statements.ts';
import { readTemplate } from './template.ts';

export type BenchStack = Awaited<ReturnType<typeof startBenchStack>>;

const booking = {
  sku: 'LAB-STD',
  km: 18,
  pickup_site_id: 'site_demo_cli-0',
  dropoff_site_id: 'site_demo_lab-0',
};

/** What takes part in a booking; the listeners come later and elsewhere. */
const bookingProcesses = ['accounts', 'pricing', 'jobs', 'gateway'];

export async function startBenchStack() {
  const dir = await mkdtemp(join(tmpdir(), 'svc-bench-'));
  const profileDir = process.env.SVC_PROFILE_DIR;
  const profile = profileDir !== undefined;
  const postgres = await startPostgres({ dir: join(dir, 'postgres'), durable: true, profile });
  if (profile) await countStatements(postgres.url);
  const nats = await startNats({ dir: join(dir, 'nats') });
  if (!nats) throw new Error('the bench needs nats-server on PATH');
  const settings: Settings = {
    environment: 'live',
    postgresUrl: await createDatabase(postgres.url, 'bench'),
    natsUrl: nats.url,
    secret: randomBytes(32).toString('hex'),
    httpPort: await freePort(),
    logLevel: 'warn',
    env: { SVC_LIVE_LIMIT: '100000000', SVC_POOL_MAX: '16' },
  };
  const processes = await startProcesses(settings, dir, bookingProcesses);
  await seedEnvironment(processes.client.broker, 'live');
  const { clients } = await seedCredentials(processes.client.broker, undefined);
  const token = await fetchToken(publicUrl(settings), clients.demo);
  const auth = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  const quote = await post(`${baseUrl(settings)}/quotes`, { sku: 'LAB-STD', km: 18 }, auth);
  const byQuote = { ...booking, quote_id: quote.id };
  const stop = async () => {
    await processes.stop();
    await nats.stop();
    if (profileDir) await writeStatements(postgres.url, profileDir);
    await postgres.stop();
    await rm(dir, { recursive: true, force: true });
  };
  return {
    dir,
    settings,
    processes,
    demo: clients.demo,
    adminUrl: postgres.url,
    /** Process ids, to tell where processor time goes. */
    parts: {
      ...Object.fromEntries([...processes.children].map(([name, child]) => [name, child.pid])),
      postgres: postgres.pid,
      nats: nats.pid,
      'load generator': process.pid,
    },
    url: baseUrl(settings),
    auth,
    bookingBody: JSON.stringify(byQuote),
    book: (key: string) =>
      post(`${baseUrl(settings)}/jobs`, byQuote, { ...auth, 'idempotency-key': key }),
    stop,
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
    secret: settings.secret,
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

async function post(url: string, body: unknown, headers: Record<string, string>) {
  const response = await fetch(url, { method: 'POST', headers, body: JSON.stringify(body) });
  const answer = await readJson(response);
  if (!response.ok) throw new Error(`${url}: ${response.status} ${JSON.stringify(answer)}`);
  return answer;
}

async function readJson(response: Response): Promise<Record<string, unknown>> {
  const body: unknown = await response.json();
  return typeof body === 'object' && body !== null ? { ...body } : {};
}
