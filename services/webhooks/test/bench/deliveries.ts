/**
 * Deliveries per second, out of a full queue, beside a bare loop of POSTs to the same receiver.
 *
 *     npx pnpm --filter @svc/webhooks bench [deliveries=20000] [endpoints=100] [rows of log=0]
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { webhooks } from '@svc/contracts';
import { startPostgres, until } from '@svc/devnet';
import { createClients } from '@svc/kit/client';
import { type RunningHost, startHost } from '@svc/kit/host';
import { createLogger } from '@svc/kit/log';
import { Pool } from 'pg';
import { Agent, request } from 'undici';
import { webhooksService } from '../../src/service.ts';
import { fillLog, fillQueue } from './fill.ts';

const [deliveries = 20_000, endpoints = 100, logRows = 0] = process.argv.slice(2).map(Number);
const dir = await mkdtemp(join(tmpdir(), 'webhooks-bench-'));
const postgres = await startPostgres({ dir: join(dir, 'postgres'), durable: true });
const receiver = spawn(process.execPath, [join(import.meta.dirname, 'receiver.ts')], {
  stdio: ['pipe', 'pipe', 'inherit'],
});
const [first] = await once(receiver.stdout, 'data');
const url = `http://127.0.0.1:${Number(String(first))}`;
const owner = new Pool({ connectionString: postgres.url, max: 2 });
owner.on('error', () => undefined);
let host: RunningHost | undefined;
const start = async (workers: typeof webhooksService.workers) => {
  host = await startHost({
    name: 'bench',
    services: [{ ...webhooksService, ...(workers && { workers }) }],
    env: {
      SVC_SECRET: 'a secret for the bench only, 32 chars or more',
      SVC_POSTGRES_URL: postgres.url,
      SVC_WEBHOOK_ALLOW_LOOPBACK: 'true',
    },
    log: createLogger({ name: 'bench', level: 'error' }),
    timers: false,
  });
  return host;
};

try {
  const preparing = await start([]);
  const meta = { tenant: 'ten_bench', actor: 'bench', requestId: 'bench' };
  const clients = createClients({ webhooks }, preparing.broker, meta);
  for (let n = 0; n < endpoints; n += 1) {
    await clients.webhooks.create({ url: `${url}/${n}`, events: ['*'] });
  }
  await preparing.stop();
  if (logRows > 0) await fillLog(owner, logRows);

  const bare = await timed(deliveries, () => bareLoop(deliveries));
  await fillQueue(owner, deliveries);
  const running = await start(webhooksService.workers);
  const ours = await timed(deliveries, drained);
  await running.stop();
  process.stdout.write(
    `${deliveries} deliveries, ${endpoints} endpoints, ${logRows} rows of log\n` +
      `bare POST loop  ${bare} /s\nwebhooks        ${ours} /s  (${((100 * ours) / bare).toFixed(0)} %)\n`,
  );
} catch (error) {
  await host?.stop();
  throw error;
} finally {
  receiver.stdin.end();
  await owner.end();
  await postgres.stop();
  await rm(dir, { recursive: true, force: true });
}

async function timed(count: number, work: () => Promise<unknown>): Promise<number> {
  const began = performance.now();
  await work();
  return Math.round((1000 * count) / (performance.now() - began));
}

/** As many at a time as the service would have under way. */
async function bareLoop(count: number): Promise<void> {
  const dispatcher = new Agent({ allowH2: false });
  const body = JSON.stringify({ id: 'evt_', data: 'x'.repeat(300) });
  let sent = 0;
  const loop = async () => {
    while (sent < count) {
      sent += 1;
      const options = { method: 'POST' as const, body, dispatcher };
      const response = await request(`${url}/${sent % endpoints}`, options);
      await response.body.dump();
    }
  };
  await Promise.all(Array.from({ length: Math.min(256, endpoints * 10) }, loop));
  await dispatcher.close();
}

function drained() {
  return until(
    async () => {
      const { rows } = await owner.query('select not exists (select from webhooks.due) as done');
      return rows[0]?.done;
    },
    { timeoutMs: 600_000, everyMs: 50, what: 'the queue to drain' },
  );
}
