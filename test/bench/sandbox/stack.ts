/** A sandbox as in production: durable Postgres, NATS, one process per service, timers running. */
import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createDatabase, freePort, startNats, startPostgres } from '@svc/devnet';
import { publishedSandboxKey } from '@svc/gateway';
import { startProcesses } from '@svc/stack/processes';
import { seedEnvironment } from '@svc/stack/seed';
import { baseUrl, type Settings } from '@svc/stack/settings';
import pg from 'pg';
import { Agent, request } from 'undici';

export type SandboxStack = Awaited<ReturnType<typeof startSandboxStack>>;

const processNames = ['accounts', 'pricing', 'jobs', 'tracking', 'custody', 'gateway'];

export async function startSandboxStack() {
  const dir = await mkdtemp(join(tmpdir(), 'svc-bench-sandbox-'));
  const postgres = await startPostgres({ dir: join(dir, 'postgres'), durable: true });
  const nats = await startNats({ dir: join(dir, 'nats') });
  if (!nats) throw new Error('the bench needs nats-server on PATH');
  const settings: Settings = {
    environment: 'sandbox',
    postgresUrl: await createDatabase(postgres.url, 'bench_sandbox'),
    natsUrl: nats.url,
    secret: randomBytes(32).toString('hex'),
    httpPort: await freePort(),
    logLevel: 'warn',
    env: { SVC_FILES_URL: `file://${join(dir, 'files')}` },
  };
  const processes = await startProcesses(settings, dir, processNames);
  await seedEnvironment(processes.client.broker, 'sandbox');
  const owner = new pg.Pool({ connectionString: settings.postgresUrl, max: 2 });
  const dispatcher = new Agent({ connections: 32 });
  return {
    owner,
    gatewayPid: processes.children.get('gateway')?.pid,
    ask: asker(baseUrl(settings), dispatcher),
    stop: async () => {
      await dispatcher.close();
      await owner.end();
      await processes.stop();
      await nats.stop();
      await postgres.stop();
      await rm(dir, { recursive: true, force: true });
    },
  };
}

/** Milliseconds until the whole answer was there, and the answer; any other than 2xx is an error. */
const asker =
  (url: string, dispatcher: Agent) =>
  async (session: string, path: string, body?: object): Promise<{ ms: number; text: string }> => {
    const started = performance.now();
    const answer = await request(url + path, {
      dispatcher,
      method: body ? 'POST' : 'GET',
      headers: {
        'x-api-key': publishedSandboxKey,
        'svc-sandbox-session': session,
        ...(body && { 'content-type': 'application/json', 'idempotency-key': crypto.randomUUID() }),
      },
      ...(body && { body: JSON.stringify(body) }),
    });
    const text = await answer.body.text();
    if (answer.statusCode > 299) throw new Error(`${path}: ${answer.statusCode} ${text}`);
    return { ms: performance.now() - started, text };
  };
