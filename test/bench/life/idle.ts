/** Idle cost: processor time, statements and WAL of a second in which nothing happens. */
import { setTimeout as pause } from 'node:timers/promises';
import { print } from '../print.ts';
import { sized } from '../size.ts';
import { type Cost, costOfEach, cpuLines, totalCpuMs } from './cost.ts';

const seconds = sized({ small: 2, usual: 20 });

export async function printIdle(read: () => Promise<Cost>): Promise<void> {
  const from = await read();
  await pause(1_000 * seconds);
  const cost = costOfEach(from, await read(), seconds);
  print('a second in which nothing happens', [
    ['processor time', `${totalCpuMs(cost).toFixed(1)} ms`],
    ...cpuLines(cost),
    ['statements', cost.statements.toFixed(1)],
    ['WAL', `${(cost.walBytes / 1024).toFixed(1)} KiB`],
  ]);
}
