/**
 * A job's whole life: booked, assigned, seven milestones, a signature, and all that follows from
 * them until the invoice line is written and the last of eleven webhooks has arrived. Ours against
 * one process that does the same by hand.
 */
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createDatabase, startChild, until } from '@svc/devnet';
import { nodeFlags } from '@svc/local/processes';
import type pg from 'pg';
import { Agent } from 'undici';
import type { BenchStack } from '../bench-stack.ts';
import { withStack } from '../cleanup.ts';
import type { Parts } from '../cpu.ts';
import { ownerPool } from '../database.ts';
import { drained } from '../drain.ts';
import { percent, print, quantile } from '../print.ts';
import { counted, sized } from '../size.ts';
import { countStatements } from '../statements.ts';
import { type Cost, costOfEach, cpuLines, readCost, totalCpuMs } from './cost.ts';
import { countLife, requireCpuRatio, requireKept } from './counts.ts';
import { createCrews, partsOf, startLifeStack, subscribe, tokenHeaders } from './environment.ts';
import { printIdle } from './idle.ts';
import { type Life, type LifeTarget, liveOnce } from './journey.ts';
import { type Receiver, startReceiver } from './receiver.ts';
import { readLife } from './template.ts';
import { asLines, byRole, readStatements, type StatementCost, statementsPerLife } from './where.ts';

const lives = counted('SVC_BENCH_LIVES', { small: 10, usual: 400 });
const warmUp = sized({ small: 5, usual: 100 });
/** Lives under way at a time. */
const concurrency = counted('SVC_BENCH_CONCURRENCY', { small: 8, usual: 8 });
const floorScript = fileURLToPath(new URL('./floor.ts', import.meta.url));

interface Measured {
  perSecond: number;
  cost: Cost;
  statements: StatementCost[];
  certificateMs: number[];
  lastMs: number[];
}

export const benchLife = (): Promise<void> =>
  withStack(startLifeStack, async (stack) => {
    const dispatcher = new Agent({ connections: concurrency });
    const owner = ownerPool(stack.settings.postgresUrl);
    const receiver = await startReceiver();
    try {
      await subscribe(stack, receiver);
      const desk = await tokenHeaders(stack, stack.operator);
      const target = {
        dispatcher,
        url: stack.url,
        tenant: await tokenHeaders(stack, stack.demo),
        desk,
        crews: await createCrews(stack, desk, concurrency),
      };
      const first = await liveOnce(target, 0);
      await receiver.receives(1);
      await drained(stack);
      const template = JSON.stringify(await readLife(owner, first));
      const settled = async (all: number) => {
        await receiver.receives(all);
        await billed(owner, all);
      };
      const read = () => readCost(owner, partsOf(stack));
      const idle = () => drained(stack);
      const statements = () => readStatements(owner);
      const ours = await measure(target, receiver, {
        ...{ before: 1, settled, idle, read, statements },
      });
      const lived = 1 + warmUp + lives;
      const counts = await countLife({ stack, owner, receiver, target, before: lived });
      await printIdle(read);
      await writeLists({ 'life-statements': ours.statements, 'life-counts': counts.list });
      // Idle services would cost the floor's Postgres processor time.
      await stack.processes.stop();
      receiver.stop();
      const floor = await benchFloor(stack, template, target);
      report(ours, floor);
      print('one life, nothing of it batched', [
        ['statements, without polls', counts.statements.toFixed(0)],
        ['transactions', counts.transactions.toFixed(0)],
        ['WAL', `${counts.walKiB.toFixed(1)} KiB`],
      ]);
      requireKept(counts);
      requireCpuRatio(totalCpuMs(ours.cost) / totalCpuMs(floor.cost));
    } finally {
      await dispatcher.close();
      await owner.end();
      receiver.stop();
    }
  });

/** With `SVC_PROFILE_DIR`: calls, rows, milliseconds and KiB of WAL of each statement, a life. */
async function writeLists(lists: Record<string, readonly StatementCost[]>): Promise<void> {
  const dir = process.env.SVC_PROFILE_DIR;
  if (dir === undefined) return;
  await mkdir(dir, { recursive: true });
  for (const [name, statements] of Object.entries(lists)) {
    await writeFile(join(dir, `${name}.txt`), `${asLines(statements)}\n`);
  }
}

interface Probe {
  /** Lives that were lived already. */
  before: number;
  /** Resolves when so many lives have had all their consequences for a customer. */
  settled(all: number): Promise<void>;
  /** Resolves when nothing is left to do. */
  idle(): Promise<void>;
  read(): Promise<Cost>;
  statements(): Promise<StatementCost[]>;
}

async function measure(
  target: LifeTarget,
  receiver: Receiver,
  { before, settled, idle, read, statements }: Probe,
): Promise<Measured> {
  await liveMany(target, warmUp);
  await settled(before + warmUp);
  await idle();
  const statementsBefore = await statements();
  const from = await read();
  const started = performance.now();
  const lived = await liveMany(target, lives);
  await settled(before + warmUp + lives);
  const seconds = (performance.now() - started) / 1000;
  await idle();
  const delay = (of: 'certificateAt' | 'lastAt') =>
    lived.map(({ id, deliveredAt }) => (receiver.of(id)?.[of] ?? Number.NaN) - deliveredAt);
  const cost = costOfEach(from, await read(), lives);
  return {
    perSecond: lives / seconds,
    cost,
    statements: statementsPerLife(statementsBefore, await statements(), lives),
    certificateMs: delay('certificateAt'),
    lastMs: delay('lastAt'),
  };
}

async function liveMany(target: LifeTarget, count: number): Promise<Life[]> {
  const lived: Life[] = [];
  let begun = 0;
  const lane = async (_: unknown, number: number) => {
    while (begun < count) {
      begun += 1;
      lived.push(await liveOnce(target, number));
    }
  };
  await Promise.all(Array.from({ length: concurrency }, lane));
  return lived;
}

const billed = (owner: pg.Pool, count: number) =>
  until(
    async () =>
      (await owner.query('select count(*)::int as n from billing.line')).rows[0].n >= count,
    { timeoutMs: 120_000, everyMs: 50, what: 'the invoice lines' },
  );

async function benchFloor(
  { dir, adminUrl, parts }: BenchStack,
  template: string,
  target: LifeTarget,
): Promise<Measured> {
  const file = join(dir, 'life.json');
  await writeFile(file, template);
  const receiver = await startReceiver();
  const databaseUrl = await createDatabase(adminUrl, 'life_floor');
  const owner = ownerPool(databaseUrl);
  let port = '';
  const child = await startChild({
    command: process.execPath,
    args: [...nodeFlags, floorScript, file, databaseUrl, receiver.url, join(dir, 'floor-files')],
    logFile: join(dir, 'life-floor.log'),
    ready: (output) => {
      port = /floor ready (\d+)/.exec(output)?.[1] ?? '';
      return port !== '';
    },
    readyTimeoutMs: 20_000,
    stopSignal: 'SIGTERM',
  });
  try {
    await countStatements(databaseUrl);
    const { postgres = 0, 'load generator': generator = 0 } = parts;
    const floorParts: Parts = { floor: child.pid, postgres, 'load generator': generator };
    const floor = { ...target, url: `http://127.0.0.1:${port}` };
    const settled = async (all: number) => {
      await receiver.receives(all);
    };
    const isIdle = async () =>
      (await owner.query('select from event where status is null limit 1')).rowCount === 0;
    return await measure(floor, receiver, {
      before: 0,
      settled,
      idle: async () => {
        await until(isIdle, { timeoutMs: 60_000, what: 'the deliveries' });
      },
      read: () => readCost(owner, floorParts),
      statements: () => readStatements(owner),
    });
  } finally {
    await child.stop(5_000);
    await owner.end();
    receiver.stop();
  }
}

/** Growth on disk per life: as a whole, and the tables with most of it. */
function grown({ tableBytes }: Cost): [string, string][] {
  const kib = (bytes: number) => `${(bytes / 1024).toFixed(1)} KiB`;
  const tables = Object.entries(tableBytes).toSorted(([, a], [, b]) => b - a);
  const all = tables.reduce((sum, [, bytes]) => sum + bytes, 0);
  return [
    ['  tables and indexes', `${kib(all)} a life`],
    ...tables.slice(0, 12).map(([name, bytes]): [string, string] => [`    ${name}`, kib(bytes)]),
  ];
}

function report(ours: Measured, floor: Measured): void {
  const ms = (values: readonly number[]) =>
    `p50 ${quantile(values, 0.5)} ms   p99 ${quantile(values, 0.99)} ms`;
  const lines = (name: string, { perSecond, cost, certificateMs, lastMs }: Measured) =>
    [
      [`${name}: lives`, `${perSecond.toFixed(1)} /s`],
      ['  processor time', `${totalCpuMs(cost).toFixed(1)} ms a life`],
      ...cpuLines(cost),
      ['  statements', cost.statements.toFixed(1)],
      ['  transactions', cost.transactions.toFixed(1)],
      ['  WAL', `${(cost.walBytes / 1024).toFixed(1)} KiB`],
      ['  delivery to certificate', ms(certificateMs)],
      ['  delivery to last webhook', ms(lastMs)],
    ] as [string, string][];
  print(`a job's whole life, ${lives} of them, ${concurrency} at a time`, [
    ...lines('floor', floor),
    ...lines('ours', ours),
    ...grown(ours.cost),
    ...byRole(ours.statements).map(([role, text]): [string, string] => [`    ${role}`, text]),
    [
      'processor time, ours to floor (aim <= 3)',
      percent(totalCpuMs(ours.cost), totalCpuMs(floor.cost)),
    ],
    ['lives a second, ours to floor', percent(ours.perSecond, floor.perSecond)],
  ]);
}
