/** Processor time of a delivered job with the log and without it, in turns on one environment. */

import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { startChild, until } from '@svc/devnet';
import { nodeFlags } from '@svc/local/processes';
import { environmentVariables } from '@svc/local/settings';
import type pg from 'pg';
import type { BenchStack } from '../bench-stack.ts';
import { drained } from '../drain.ts';
import { type Cost, costPerLife, readCost, totalCpuMs } from '../life/cost.ts';
import { partsOf } from '../life/environment.ts';
import { type LifeTarget, liveOnce } from '../life/journey.ts';
import { counted, sized } from '../size.ts';

const lives = counted('SVC_BENCH_LIVES', { small: 5, usual: 100 });
const warmUp = sized({ small: 2, usual: 20 });
const turns = sized({ small: 1, usual: 2 });
const concurrency = 4;
const unlogged = fileURLToPath(new URL('./unlogged-custody.ts', import.meta.url));

export interface DeliveryCosts {
  lives: number;
  withLogMs: number;
  withoutLogMs: number;
  /** By part: with the log, less without it. */
  addedMs: Readonly<Record<string, number>>;
}

export async function measureDeliveries(
  stack: BenchStack,
  target: LifeTarget,
  { owner, logEnv }: { owner: pg.Pool; logEnv: NodeJS.ProcessEnv },
): Promise<DeliveryCosts> {
  const without: Cost[] = [];
  const logged: Cost[] = [];
  for (let turn = 0; turn < turns; turn += 1) {
    await stack.stopProcess('custody');
    await stack.stopProcess('log');
    await startUnlogged(stack);
    without.push(await measure(stack, target, owner));
    await stack.stopProcess('custody');
    await stack.processes.start('custody');
    await stack.processes.start('log', logEnv);
    logged.push(await measure(stack, target, owner));
  }
  const mean = (costs: readonly Cost[], of: (cost: Cost) => number) =>
    costs.reduce((sum, cost) => sum + of(cost), 0) / turns;
  const parts = Object.keys(logged[0]?.cpuMs ?? {}).filter((part) => part !== 'load generator');
  const added = (part: string) => {
    const own = ({ cpuMs }: Cost) => cpuMs[part] ?? 0;
    return mean(logged, own) - mean(without, own);
  };
  return {
    lives: lives * turns,
    withLogMs: mean(logged, totalCpuMs),
    withoutLogMs: mean(without, totalCpuMs),
    addedMs: Object.fromEntries(parts.map((part) => [part, added(part)])),
  };
}

async function startUnlogged({ settings, processes, dir }: BenchStack): Promise<void> {
  const child = await startChild({
    command: process.execPath,
    args: [...nodeFlags, unlogged],
    env: { ...process.env, ...environmentVariables(settings), SVC_LOG_LEVEL: 'info' },
    logFile: join(dir, 'unlogged-custody.log'),
    ready: (output) => output.includes('"msg":"ready"'),
    readyTimeoutMs: 60_000,
    stopSignal: 'SIGTERM',
  });
  processes.children.set('custody', child);
}

async function measure(stack: BenchStack, target: LifeTarget, owner: pg.Pool): Promise<Cost> {
  await liveMany(target, warmUp);
  await settled(stack, owner);
  const read = () => readCost(owner, partsOf(stack));
  const from = await read();
  await liveMany(target, lives);
  await settled(stack, owner);
  return costPerLife(from, await read(), lives);
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
