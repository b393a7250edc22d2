/**
 * Postgres' counts for a life that shares no batch: each request is made when the one before has
 * had all its consequences. Counts do not depend on the machine, so that one that grows fails the
 * bench; the least of several lives counts, as schedules and checkpoints add to some.
 */
import { until } from '@svc/devnet';
import type pg from 'pg';
import type { BenchStack } from '../bench-stack.ts';
import { drained } from '../drain.ts';
import { type LifeTarget, liveOnce } from './journey.ts';
import type { Receiver } from './receiver.ts';
import { keyOf, readStatements, type StatementCost, statementsPerLife } from './where.ts';

const lives = 3;
/** Longer than any poll interval. */
const idleMs = 6_000;

export interface Counts {
  /**
   * Without those that idle services make as well: no transactions of tracking, and those of
   * accounts, which writes its log of requests by the clock, in some runs only.
   */
  statements: number;
  transactions: number;
  walKiB: number;
}

/** The figures to hold. Who lowers the cost writes the lower figure here. */
const kept: Counts = { statements: 340, transactions: 48, walKiB: 138 };
const growthMax = 1.15;
/** Bound of the processor time, ours to the floor's: a third over the highest of quiet and busy machines, 7.6. */
const cpuRatioMax = 10;

interface Parts {
  stack: BenchStack;
  owner: pg.Pool;
  receiver: Receiver;
  target: LifeTarget;
  /** Lives that were lived already. */
  before: number;
}

export async function countLife(
  parts: Parts,
): Promise<Counts & { list: readonly StatementCost[] }> {
  const { owner, receiver, target } = parts;
  const settled = () => isQuiet(parts);
  await settled();
  const idle = await readStatements(owner);
  await new Promise((done) => setTimeout(done, idleMs));
  const polls = new Set(statementsPerLife(idle, await readStatements(owner), 1).map(keyOf));
  const counts: Counts[] = [];
  let list: readonly StatementCost[] = [];
  for (let life = 1; life <= lives; life += 1) {
    const from = await readStatements(owner);
    await liveOnce({ ...target, answered: settled }, 0);
    await receiver.receives(parts.before + life);
    await settled();
    list = statementsPerLife(from, await readStatements(owner), 1);
    counts.push(sumOf(list, polls));
  }
  const least = (name: keyof Counts) => Math.min(...counts.map((each) => each[name]));
  return {
    statements: least('statements'),
    transactions: least('transactions'),
    walKiB: least('walKiB'),
    list,
  };
}

function sumOf(statements: readonly StatementCost[], polls: ReadonlySet<string>): Counts {
  const own = statements.filter((each) => each.role !== 'postgres' && !polls.has(keyOf(each)));
  const sum = (list: readonly StatementCost[], of: 'calls' | 'walBytes') =>
    list.reduce((total, each) => total + each[of], 0);
  return {
    statements: sum(own, 'calls'),
    transactions: sum(
      own.filter(({ text }) => /^commit/i.test(text)),
      'calls',
    ),
    walKiB: sum(own, 'walBytes') / 1024,
  };
}

/** Twice: what follows from an event may pass from a stream to an outbox between two looks. */
async function isQuiet({ stack, owner }: Parts): Promise<void> {
  for (let look = 1; look <= 2; look += 1) {
    await drained(stack);
    await until(
      async () =>
        (await owner.query('select from webhooks.pending_delivery limit 1')).rowCount === 0,
      { timeoutMs: 60_000, everyMs: 20, what: 'the deliveries' },
    );
  }
}

/** Throws where the processor time is beyond its bound; profiling takes half as much again. */
export function requireCpuRatio(ratio: number): void {
  if (process.env.SVC_PROFILE_DIR !== undefined || ratio <= cpuRatioMax) return;
  throw new Error(`a life takes ${ratio.toFixed(1)} times its floor, at most ${cpuRatioMax}`);
}

/** Throws where a count has grown by more than `growthMax`. */
export function requireKept(counts: Counts): void {
  const names = ['statements', 'transactions', 'walKiB'] as const;
  const grown = names.filter((name) => counts[name] > kept[name] * growthMax);
  if (grown.length === 0) return;
  const faults = grown.map((name) => `${name} ${counts[name].toFixed(1)}, kept ${kept[name]}`);
  throw new Error(`a life costs more than before: ${faults.join('; ')}`);
}
