/** A sandbox as in production: durable Postgres, NATS, one process per service, timers running. */

import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { publishedSandboxKey } from '@svc/contracts';
import { createDatabase, freePort, startNats, startPostgres } from '@svc/devnet';
import { startProcesses } from '@svc/local/processes';
import { seedEnvironment } from '@svc/local/seed';
import { apiUrlOf, type Settings } from '@svc/local/settings';
import { Agent, request } from 'undici';
import { ownerPool } from '../database.ts';

export type SandboxStack = Awaited<ReturnType<typeof startSandboxStack>>;

const processNames = ['accounts', 'pricing', 'jobs', 'tracking', 'custody', 'gateway'];

export async function startSandboxStack(cleanup: AsyncDisposableStack) {
  const dir = await mkdtemp(join(tmpdir(), 'svc-bench-sandbox-'));
  cleanup.defer(() => rm(dir, { recursive: true, force: true }));
  const postgres = await startPostgres({ dir: join(dir, 'postgres'), durable: true });
  cleanup.defer(() => postgres.remove());
  const nats = await startNats({ dir: join(dir, 'nats') });
  if (!nats) throw new Error('the bench needs nats-server on PATH');
  cleanup.defer(() => nats.stop());
  const settings: Settings = {
    environment: 'sandbox',
    postgresUrl: await createDatabase(postgres.url, 'bench_sandbox'),
    natsUrl: nats.url,
    secret: randomBytes(32).toString('hex'),
    httpPort: await freePort(),
    logLevel: 'warn',
    env: {
      SVC_FILES_URL: `file://${join(dir, 'files')}`,
      // All of its callers are at one address.
      SVC_SANDBOX_ADDRESS_LIMIT: '100000000',
      SVC_SANDBOX_SESSION_LIMIT: '100000000',
    },
  };
  const processes = await startProcesses(settings, dir, { names: [] });
  cleanup.defer(() => processes.stop());
  for (const name of processNames) await processes.start(name);
  await seedEnvironment(processes.client.broker, 'sandbox');
  const owner = ownerPool(settings.postgresUrl);
  cleanup.defer(() => owner.end());
  const dispatcher = new Agent({ connections: 32 });
  cleanup.defer(() => dispatcher.close());
  return {
    owner,
    gatewayPid: processes.children.get('gateway')?.pid,
    send: createSend(apiUrlOf(settings), dispatcher),
  };
}

/** Milliseconds until the whole answer was there, and the answer; any other than 2xx is an error. */
const createSend =
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
