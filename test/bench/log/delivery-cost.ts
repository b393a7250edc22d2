/**
 * Processor time of a delivered job with the log and without it, on one environment, in short turns: without,
 * with, with, without. A slow change of the machine adds the same to both sides of such a round. The two turns
 * with the log have nothing between them, so their ratio says how far equal turns differ (A/A).
 */
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { startChild, until } from '@svc/devnet';
import { nodeFlags } from '@svc/local/processes';
import { environmentVariables } from '@svc/local/settings';
import type pg from 'pg';
import type { BenchStack } from '../bench-stack.ts';
import { drained } from '../drain.ts';
import { type Cost, costOfEach, readCost, totalCpuMs } from '../life/cost.ts';
import { partsOf } from '../life/environment.ts';
import { type LifeTarget, liveOnce } from '../life/journey.ts';
import { quantile } from '../print.ts';
import { counted, sized } from '../size.ts';

/** In each turn. */
const lives = counted('SVC_BENCH_LIVES', { small: 3, usual: 25 });
const warmUp = sized({ small: 2, usual: 40 });
/** Odd, for a median. */
const rounds = sized({ small: 1, usual: 9 });
const concurrency = 4;
const program = fileURLToPath(new URL('./unlogged-custody.ts', import.meta.url));

export interface DeliveryCosts {
  lives: number;
  withLogMs: number;
  withoutLogMs: number;
  /** Median of the rounds. */
  ratio: number;
  /** Of each round. */
  ratios: readonly number[];
  /** The second turn with the log to the first, median of the rounds. */
  controlRatio: number;
  /** By part: with the log, less without it. */
  addedMs: Readonly<Record<string, number>>;
}

interface Round {
  logged: readonly [Cost, Cost];
  without: readonly [Cost, Cost];
}

export async function measureDeliveries(
  stack: BenchStack,
  target: LifeTarget,
  owner: pg.Pool,
): Promise<DeliveryCosts> {
  const custody = await startSwitchedCustody(stack);
  const logged = () => measure(stack, target, owner);
  const without = async () => {
    await custody.withoutLog();
    try {
      const before = await submissions(owner);
      const cost = await measure(stack, target, owner);
      if ((await submissions(owner)) > before) throw new Error('a turn without the log has logged');
      return cost;
    } finally {
      await custody.withLog();
      // The backlog of the stream that the log reads now belongs to no turn.
      await settled(stack, owner);
    }
  };
  await liveMany(target, warmUp);
  await settled(stack, owner);
  const all: Round[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const first = await without();
    const middle = [await logged(), await logged()] as const;
    all.push({ without: [first, await without()], logged: middle });
  }
  return summary(all);
}

function summary(all: readonly Round[]): DeliveryCosts {
  const sum = (costs: readonly Cost[], of = totalCpuMs) =>
    costs.reduce((total, cost) => total + of(cost), 0);
  const sides = {
    logged: all.flatMap(({ logged }) => logged),
    without: all.flatMap(({ without }) => without),
  };
  const turns = sides.logged.length;
  const parts = Object.keys(sides.logged[0]?.cpuMs ?? {}).filter((name) => name !== loader);
  const ofPart = (part: string) => (cost: Cost) => cost.cpuMs[part] ?? 0;
  const added = (part: string) => {
    const own = ofPart(part);
    return (sum(sides.logged, own) - sum(sides.without, own)) / turns;
  };
  const ratios = all.map(({ logged, without }) => sum(logged) / sum(without));
  const controls = all.map(({ logged: [one, other] }) => totalCpuMs(other) / totalCpuMs(one));
  return {
    lives: lives * turns,
    withLogMs: sum(sides.logged) / turns,
    withoutLogMs: sum(sides.without) / turns,
    ratio: quantile(ratios, 0.5),
    ratios,
    controlRatio: quantile(controls, 0.5),
    addedMs: Object.fromEntries(parts.map((part) => [part, added(part)])),
  };
}

const loader = 'load generator';

/** Custody in the place of the one that runs, which submits entries or not, and the log stopped meanwhile. */
async function startSwitchedCustody(stack: BenchStack) {
  const { settings, processes, dir } = stack;
  const flag = join(dir, 'unlogged');
  await stack.stopProcess('custody');
  const child = await startChild({
    command: process.execPath,
    args: [...nodeFlags, program],
    env: {
      ...process.env,
      ...environmentVariables(settings),
      SVC_LOG_LEVEL: 'info',
      SVC_BENCH_UNLOGGED: flag,
    },
    logFile: join(dir, 'switched-custody.log'),
    ready: (output) => output.includes('"msg":"ready"'),
    readyTimeoutMs: 60_000,
    stopSignal: 'SIGTERM',
  });
  processes.children.set('custody', child);
  const log = processes.children.get('log');
  if (!log) throw new Error('the log runs');
  return {
    // Stopped and not ended: what a fresh process compiles would be counted for the log.
    withoutLog: async () => {
      await writeFile(flag, '');
      process.kill(log.pid, 'SIGSTOP');
      processes.children.delete('log');
    },
    withLog: async () => {
      processes.children.set('log', log);
      process.kill(log.pid, 'SIGCONT');
      await rm(flag);
    },
  };
}

const submissions = async (owner: pg.Pool): Promise<number> => {
  const { rows } = await owner.query<{ n: number }>(
    "select count(*)::int as n from custody.outbox where type = 'log_entries.submitted'",
  );
  return rows[0]?.n ?? 0;
};

async function measure(stack: BenchStack, target: LifeTarget, owner: pg.Pool): Promise<Cost> {
  const read = () => readCost(owner, partsOf(stack));
  const from = await read();
  await liveMany(target, lives);
  await settled(stack, owner);
  return costOfEach(from, await read(), lives);
}

/** Resolves when every delivery is certified and has had its consequences. */
export async function settled(stack: BenchStack, owner: pg.Pool): Promise<void> {
  await drained(stack);
  await until(() => isCertified(owner), { timeoutMs: 120_000, what: 'the certificates' });
  await drained(stack);
}

const isCertified = async (owner: pg.Pool): Promise<boolean> => {
  const { rows } = await owner.query(
    `select (select count(*) from jobs.job where status = 'delivered') <=
            (select count(*) from custody.certificate) as done`,
  );
  return rows[0]?.done;
};

export async function liveMany(target: LifeTarget, count: number): Promise<void> {
  let begun = 0;
  const lane = async (_: unknown, number: number) => {
    while (begun < count) {
      begun += 1;
      await liveOnce(target, number);
    }
  };
  await Promise.all(Array.from({ length: concurrency }, lane));
}
