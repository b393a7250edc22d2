/**
 * Counts of Postgres for a life that shares no batch: each request is made when the one before has
 * had all its consequences. Counts do not depend on the machine, so that one that grows fails the
 * bench. Polls are taken out by how often idle services make them; the least of several lives
 * counts, as schedules and checkpoints add to some. A trace is sealed seconds after its delivery:
 * waited for between lives, and not counted.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { cpuLines, cpuTotal } from '../cpu.ts';
import { print } from '../print.ts';
import { sized } from '../size.ts';
import type { Statement, Totals } from '../statements.ts';
import { totalsOf, totalsText } from '../statements.ts';
import { type Cost, costOfEach } from './cost.ts';

/** The figures to hold. Lower them with the cost. */
const kept: Totals = { statements: 385, transactions: 62, walKiB: 145 };
const growthMax = 1.15;
const lives = 3;
/** Longer than any poll interval. */
const idleSeconds = sized({ small: 6, usual: 20 });

interface Probe {
  read(): Promise<Cost>;
  /** One life, with all consequences of each request before the next. */
  live(): Promise<void>;
  /** Resolves when no trace that ended is left to seal. */
  sealed(): Promise<unknown>;
}

/** Throws where a count has grown by more than `growthMax`. */
export async function checkCounts({ read, live, sealed }: Probe): Promise<void> {
  await sealed();
  const before = await read();
  await pause(1_000 * idleSeconds);
  const idle = costOfEach(before, await read(), idleSeconds);
  print('a second in which nothing happens', [
    ['processor time', `${cpuTotal(idle.cpuMs).toFixed(1)} ms`],
    ...cpuLines(idle.cpuMs),
    ['Postgres', totalsText(totalsOf(idle.statements.values()))],
  ]);
  const counts: Totals[] = [];
  for (let life = 1; life <= lives; life += 1) {
    const from = await read();
    const started = performance.now();
    await live();
    const seconds = (performance.now() - started) / 1_000;
    const { statements } = costOfEach(from, await read(), 1);
    counts.push(totalsOf(withoutPolls(statements, idle, seconds)));
    await sealed();
  }
  const names = ['statements', 'transactions', 'walKiB'] as const;
  const least = { ...kept };
  for (const name of names) least[name] = Math.min(...counts.map((each) => each[name]));
  print('one life, nothing of it batched', [
    ['without polls', totalsText(least)],
    ['kept', totalsText(kept)],
  ]);
  const grown = names.filter((name) => least[name] > kept[name] * growthMax);
  if (grown.length > 0) throw new Error(`a life costs more than is kept: ${grown.join(', ')}`);
}

const withoutPolls = (
  statements: ReadonlyMap<string, Statement>,
  idle: Cost,
  seconds: number,
): Statement[] =>
  [...statements].map(([key, statement]) => {
    const poll = idle.statements.get(key);
    const own = (name: 'calls' | 'walBytes') =>
      Math.max(0, statement[name] - (poll?.[name] ?? 0) * seconds);
    return { ...statement, calls: own('calls'), walBytes: own('walBytes') };
  });
