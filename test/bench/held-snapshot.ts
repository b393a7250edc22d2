/**
 * (q) a transaction that somebody holds open for hours: while its snapshot lives, Postgres keeps every
 * dead row, and whatever reads a queue from its beginning passes all of them. From booking to webhook,
 * one after the other: with fresh tables, with the dead rows of an hour, and after they were vacuumed.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { webhooks } from '@svc/contracts';
import { until } from '@svc/devnet';
import { createClients } from '@svc/kit/client';
import type pg from 'pg';
import type { BenchStack } from './bench-stack.ts';
import { cpuByPart } from './cpu.ts';
import { ownerPool, withClient } from './database.ts';
import { drained } from './drain.ts';
import { type Receiver, startReceiver } from './life/receiver.ts';
import { readStatements, type StatementCost, statementsPerLife } from './life/where.ts';
import { percent, print, quantile } from './print.ts';
import { counted, sized } from './size.ts';
import { countStatements } from './statements.ts';

/** Events that were published while the snapshot was held: 30 a second for an hour. */
const events = counted('SVC_BENCH_DEAD_EVENTS', { small: 10_000, usual: 100_000 });
/** Updates of one endpoint's queue row meanwhile. */
const queueUpdates = counted('SVC_BENCH_DEAD_UPDATES', { small: 1_000, usual: 6_000 });
const bookings = sized({ small: 10, usual: 100 });
const batch = 10_000;

interface Measured {
  /** From the request to the webhook, ms. */
  ms: number[];
  /** Of Postgres, a booking. */
  cpuMs: number;
  statements: StatementCost[];
}

export async function benchHeldSnapshot(stack: BenchStack): Promise<void> {
  await countStatements(stack.settings.postgresUrl);
  await stack.processes.start('webhooks', { SVC_WEBHOOK_ALLOW_LOOPBACK: 'true' });
  const receiver = await startReceiver();
  const owner = ownerPool(stack.settings.postgresUrl);
  try {
    const endpoint = await subscribe(stack, receiver);
    const bench = { stack, receiver, owner };
    await measure(bench, 'warm-up');
    const fresh = await measure(bench, 'fresh');
    const worn = await withClient(stack.settings.postgresUrl, async (reader) => {
      await reader.query('begin isolation level repeatable read; select txid_current_snapshot()');
      await wear(owner, endpoint);
      await workOn(bench, 32);
      return await measure(bench, 'worn');
    });
    await vacuum(owner);
    report(fresh, worn, await measure(bench, 'vacuumed'));
  } finally {
    receiver.stop();
    await owner.end();
  }
}

async function subscribe({ demo, processes }: BenchStack, { url }: Receiver): Promise<Endpoint> {
  const meta = { tenant: demo.tenant_id, actor: 'bench', requestId: 'bench' };
  const clients = createClients({ webhooks }, processes.client.broker, meta);
  const { id } = await clients.webhooks.create({ url, events: ['job.created'] });
  return { tenant: demo.tenant_id, id };
}

interface Bench {
  stack: BenchStack;
  receiver: Receiver;
  owner: pg.Pool;
}

interface Endpoint {
  tenant: string;
  id: string;
}

async function measure({ stack, receiver, owner }: Bench, label: string): Promise<Measured> {
  const { postgres = 0 } = stack.parts;
  const cpu = () => cpuByPart({ postgres }).postgres ?? 0;
  const statements = await readStatements(owner);
  const before = cpu();
  const ms: number[] = [];
  for (let n = 0; n < bookings; n += 1) {
    const started = performance.now();
    const { id } = await stack.book(`${label}-${n}`);
    await until(async () => receiver.of(String(id)) !== undefined, {
      timeoutMs: 60_000,
      everyMs: 2,
      what: 'the webhook of a booking',
    });
    ms.push(performance.now() - started);
  }
  await drained(stack);
  const cpuMs = (cpu() - before) / bookings;
  const after = await readStatements(owner);
  return { ms, cpuMs, statements: statementsPerLife(statements, after, bookings) };
}

/** So that low-water marks, which trail by 30 s, are where an hour of work leaves them. */
async function workOn({ stack }: Bench, seconds: number): Promise<void> {
  const end = performance.now() + 1000 * seconds;
  for (let n = 0; performance.now() < end; n += 1) {
    await stack.book(`on-${n}`);
    await pause(500);
  }
}

/** Rows as an hour of work leaves them; each transaction shows nothing to the services. */
async function wear(owner: pg.Pool, { tenant, id }: Endpoint): Promise<void> {
  for (let from = 0; from < events; from += batch) {
    const to = Math.min(events, from + batch) - 1;
    await inOne(owner, [
      `insert into jobs.outbox
         (event_id, tenant_id, job_id, sequence, type, data, internals, created_at)
       select 'evt_worn_' || n, 'worn', 'job_worn_' || n / 10, n % 10 + 1, 'job.updated', '{}', '{}', now()
         from generate_series(${from}, ${to}) n`,
      `update jobs.outbox set published_at = now()
        where published_at is null and event_id = any (
              select 'evt_worn_' || n from generate_series(${from}, ${to}) n)`,
      `insert into webhooks.wake_up (tenant_id, endpoint_ids)
       select 'worn', '{}' from generate_series(${from}, ${to})`,
      `delete from webhooks.wake_up where tenant_id = 'worn'`,
      `insert into webhooks.pending_delivery
         (tenant_id, endpoint_id, delivery_id, event_id, attempt, due_at, in_order, queued_at)
       select '${tenant}', '${id}', 'del_worn_' || n, 'evt_worn_' || n, 0, now(), false, now()
         from generate_series(${from}, ${to}) n`,
      `delete from webhooks.pending_delivery
        where tenant_id = '${tenant}' and endpoint_id = '${id}' and delivery_id like 'del_worn_%'`,
    ]);
  }
  for (let done = 0; done < queueUpdates; done += 1_000) {
    await inOne(owner, [
      `do $$ begin for n in 1..500 loop
         update webhooks.endpoint_queue set due_at = clock_timestamp() - interval '1 hour'
          where tenant_id = '${tenant}' and endpoint_id = '${id}';
         update webhooks.endpoint_queue set due_at = null
          where tenant_id = '${tenant}' and endpoint_id = '${id}';
       end loop; end $$`,
    ]);
  }
}

const inOne = (owner: pg.Pool, statements: readonly string[]) =>
  owner.query(`begin; ${statements.join('; ')}; commit`);

const vacuumed = [
  'jobs.outbox',
  'webhooks.wake_up',
  'webhooks.pending_delivery',
  'webhooks.endpoint_queue',
];

/** Vacuum, as autovacuum runs it within minutes of the end of the transaction. */
async function vacuum(owner: pg.Pool): Promise<void> {
  for (const table of vacuumed) await owner.query(`vacuum ${table}`);
}

const slowest = ({ statements }: Measured) =>
  statements
    .filter(({ role }) => role !== 'postgres')
    .toSorted((a, b) => b.ms - a.ms)
    .slice(0, 5);

function report(fresh: Measured, worn: Measured, after: Measured): void {
  const line = ({ ms, cpuMs }: Measured) =>
    `p50 ${quantile(ms, 0.5).toFixed(0)} ms   p99 ${quantile(ms, 0.99).toFixed(0)} ms   Postgres ${cpuMs.toFixed(1)} ms`;
  print(`(q) booking to webhook, ${events} events after a snapshot that is still held`, [
    ['fresh', line(fresh)],
    ['snapshot held', line(worn)],
    ['vacuumed', line(after)],
    ...slowest(worn).map(({ role, text, ms }): [string, string] => [
      `  ${role.replace('bench_', '')}: ${ms.toFixed(1)} ms a booking`,
      text,
    ]),
    ['p50, held to fresh', percent(quantile(worn.ms, 0.5), quantile(fresh.ms, 0.5))],
  ]);
}
