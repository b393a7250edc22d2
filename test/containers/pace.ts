/** Load that leaves processor time to a role that starts: what is tried is the restart, not overload. */
import { cpus } from 'node:os';
import { until } from '@svc/devnet';
import type { LoadSource } from '../rolling/load.ts';

const requestsMost = 50;
const requestsLeast = 10;
/** Of all processors: a role that starts takes one of two for seconds. */
const busyShareMax = 0.7;
const sampleMs = 10_000;

/** Requests a second: 50, or halved until the processors are not too busy with them. */
export async function paceOf(load: LoadSource): Promise<number> {
  let perSecond = requestsMost;
  while ((await busyShare(load, perSecond)) > busyShareMax && perSecond > requestsLeast) {
    perSecond = Math.max(requestsLeast, Math.round(perSecond / 2));
  }
  return perSecond;
}

async function busyShare(load: LoadSource, perSecond: number): Promise<number> {
  const running = load.start({ label: `pace ${perSecond}`, perSecond });
  const before = processorMs();
  await pass(sampleMs);
  const after = processorMs();
  await running.finish();
  const share = 1 - (after.idle - before.idle) / (after.all - before.all);
  process.stdout.write(`${perSecond} requests a second: ${Math.round(100 * share)} % busy\n`);
  return share;
}

function processorMs() {
  const times = cpus().map((each) => each.times);
  const all = times.flatMap((each) => Object.values(each)).reduce((sum, ms) => sum + ms, 0);
  return { all, idle: times.reduce((sum, { idle }) => sum + idle, 0) };
}

export function pass(ms: number): Promise<unknown> {
  const end = performance.now() + ms;
  const isOver = () => performance.now() > end;
  return until(isOver, { timeoutMs: ms + 5_000, what: 'the time to pass' });
}
