/** Environment of a bench: durable Postgres that counts statements, NATS, one process per service. */
import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { accounts, jobs, tracking, webhooks } from '@svc/contracts';
import { createDatabase, freePort, startChild, startNats, startPostgres } from '@svc/devnet';
import { createClients } from '@svc/kit/client';
import { nodeFlags, startProcesses } from '@svc/local/processes';
import { seedCredentials, seedEnvironment } from '@svc/local/seed';
import { apiUrlOf, deskUrl, publicUrlOf, type Settings } from '@svc/local/settings';
import type { Parts } from './cpu.ts';
import { ownerPool } from './database.ts';
import { type Headers, post } from './http.ts';
import { countStatements } from './statements.ts';

export type BenchStack = Awaited<ReturnType<typeof startStack>>;

const booking = {
  sku: 'LAB-STD',
  km: 18,
  pickup_site_id: 'site_demo_cli-0',
  dropoff_site_id: 'site_demo_lab-0',
};
const rolesOfBooking = ['accounts', 'pricing', 'jobs', 'gateway'];

/** `SVC_BENCH_PROCESSES=3`: the gateway, and the services in two; by default a process for each role. */
const areTogether = process.env.SVC_BENCH_PROCESSES === '3';

function processesOf(roles: readonly string[]): readonly string[] {
  if (!areTogether) return roles;
  const services = roles.filter((role) => role !== 'gateway');
  const half = Math.ceil(services.length / 2);
  return [services.slice(0, half).join(), services.slice(half).join(), 'gateway'];
}

/** `cleanup` gets the end of each thing as it starts, so that a failed start leaves nothing. */
export async function startStack(cleanup: AsyncDisposableStack, roles: readonly string[]) {
  const dir = await mkdtemp(join(tmpdir(), 'svc-bench-'));
  cleanup.defer(() => rm(dir, { recursive: true, force: true }));
  const { servers, settings } = await startServers(cleanup, dir);
  const names = [...rolesOfBooking, ...roles];
  const processes = await startProcesses(settings, dir, { names: processesOf(names) });
  cleanup.defer(() => processes.stop());
  const { broker } = processes.client;
  await seedEnvironment(broker, 'live');
  const { clients } = await seedCredentials(broker, undefined);
  const owner = ownerPool(settings.postgresUrl);
  cleanup.defer(() => owner.end());
  const authUrl = publicUrlOf(settings);
  const auth = await fetchToken(authUrl, clients.demo);
  const url = apiUrlOf(settings);
  const quote = await post(`${url}/quotes`, JSON.stringify({ sku: 'LAB-STD', km: 18 }), auth);
  const bookingBody = JSON.stringify({ ...booking, quote_id: JSON.parse(quote).id });
  const { postgres, nats, adminUrl } = servers;
  return {
    /** For what a bench starts beside it. */
    cleanup,
    dir,
    settings,
    url,
    deskUrl: settings.desk ? deskUrl(settings.desk) : '',
    adminUrl,
    owner,
    processes,
    services: names.filter((name) => !['gateway', 'desk'].includes(name)),
    /** Process ids, to see where processor time goes. */
    parts: {
      ...Object.fromEntries([...processes.children].map(([name, child]) => [name, child.pid])),
      ...{ postgres, nats, 'load generator': process.pid },
    } satisfies Parts,
    /** Starts a floor, which ends with the bench. */
    floor: (script: URL, ...args: string[]) =>
      startFloor({ cleanup, dir }, [script.pathname, ...args]),
    /** Parts of a floor that is a process beside the same Postgres. */
    floorParts: (floor: number): Parts => ({ floor, postgres, 'load generator': process.pid }),
    tenants: { demo: clients.demo.tenant_id, carrier: clients.operator.tenant_id },
    /** Headers of a tenant that books, and of its carrier. A token lives 15 minutes. */
    auth,
    signIn: async (tenant: 'demo' | 'operator') => fetchToken(authUrl, clients[tenant]),
    fetchToken: (client: Credentials) => fetchToken(authUrl, client),
    /** Calls of services that are not made over HTTP. */
    as: (tenant: string) => {
      const meta = { tenant, actor: 'bench', requestId: 'bench' };
      return createClients({ accounts, jobs, tracking, webhooks }, broker, meta);
    },
    bookingBody,
    /** The answer, as text. */
    book: (key: string) => post(`${url}/jobs`, bookingBody, { ...auth, 'idempotency-key': key }),
  };
}

async function startServers(cleanup: AsyncDisposableStack, dir: string) {
  const place = join(dir, 'postgres');
  const postgres = await startPostgres({ dir: place, durable: true, profile: true });
  cleanup.defer(() => postgres.remove());
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
    desk: { httpPort: await freePort(), issuer: 'http://127.0.0.1:1', clientId: 'desk' },
    env: {
      SVC_LIVE_LIMIT: '100000000',
      SVC_TENANT_LIMIT: '100000000',
      SVC_POOL_MAX: '16',
      // So that readings are evaluated within a run.
      SVC_TELEMETRY_WATERMARK_SECONDS: '1',
      SVC_FILES_URL: pathToFileURL(join(dir, 'files')).href,
      SVC_WEBHOOK_ALLOW_LOOPBACK: 'true',
      SVC_WEBHOOK_ENDPOINTS_MAX: '10000',
      SVC_WEBHOOK_HOST_PER_MINUTE: '100000000',
    },
  };
  await countStatements(settings.postgresUrl);
  const servers = { postgres: postgres.pid, nats: nats.pid, adminUrl: postgres.url };
  return { servers, settings };
}

interface Credentials {
  client_id: string;
  client_secret: string;
}

async function fetchToken(url: string, { client_id, client_secret }: Credentials) {
  const form = { grant_type: 'client_credentials', client_id, client_secret };
  const answer = await post(`${url}/oauth/token`, String(new URLSearchParams(form)), {
    'content-type': 'application/x-www-form-urlencoded',
  });
  const headers: Headers = {
    authorization: `Bearer ${JSON.parse(answer).access_token}`,
    'content-type': 'application/json',
  };
  return headers;
}

/** A process that does by hand what a bench measures; it prints its port (`floor-server.ts`). */
async function startFloor(
  { cleanup, dir }: { cleanup: AsyncDisposableStack; dir: string },
  args: readonly string[],
) {
  let port = '';
  const child = await startChild({
    command: process.execPath,
    args: [...nodeFlags, ...args],
    logFile: join(dir, 'floor.log'),
    ready: (output) => {
      port = /floor ready (\d+)/.exec(output)?.[1] ?? '';
      return port !== '';
    },
    readyTimeoutMs: 20_000,
  });
  cleanup.defer(() => child.stop(5_000));
  return { url: `http://127.0.0.1:${port}`, pid: child.pid };
}
