/** (g) from an event's commit to its arrival: at a steady rate, and beside endpoints in trouble. */
import { setTimeout as pause } from 'node:timers/promises';
import { request } from 'undici';
import type { BenchStack } from '../bench-stack.ts';
import { print, quantile } from '../print.ts';
import { sized } from '../size.ts';
import { emit } from './fill.ts';
import type { Stage } from './stage.ts';

const bookingsPerSecond = 100;
const seconds = sized({ small: 1, usual: 8 });
const others = sized({ small: 48, usual: 998 });
const rounds = sized({ small: 1, usual: 6 });
const roundMs = 1_000;
const triesMax = 10;

const quantiles = (delaysMs: readonly number[]): string =>
  `p50 ${quantile(delaysMs, 0.5)} ms   p99 ${quantile(delaysMs, 0.99)} ms   (${delaysMs.length})`;

/** Bookings on the clock, whatever the answers do; every one is one event to one endpoint. */
export async function steadyDelay(stage: Stage, stack: BenchStack): Promise<void> {
  const { receiver } = stage;
  await stage.register('ten_demo', ['/steady']);
  const steady = async (label: string, length: number) => {
    await receiver.reset({ timed: true });
    const sent: Promise<number>[] = [];
    const started = performance.now();
    while (sent.length < bookingsPerSecond * length) {
      const due = Math.floor(((performance.now() - started) * bookingsPerSecond) / 1000);
      while (sent.length <= due) sent.push(book(stack, `${label}${sent.length}`));
      await pause(2);
    }
    const repeats = (await Promise.all(sent)).reduce((sum, each) => sum + each, 0);
    await receiver.receives('steady', sent.length);
    return { delaysMs: (await receiver.report()).delaysMs, repeats };
  };
  await steady('warm-up-', sized({ small: 1, usual: 2 }));
  const { delaysMs, repeats } = await steady('steady-', seconds);
  print('(g) webhooks: delay at 100 bookings a second, one endpoint', [
    ['from the event to its arrival', quantiles(delaysMs)],
    ['bookings repeated after a 503', String(repeats)],
  ]);
}

/** Repeats what a busy gateway refuses, under its key, when it asks for that. Answers how often. */
async function book(stack: BenchStack, key: string): Promise<number> {
  for (let repeats = 0; ; repeats += 1) {
    const { statusCode, headers, body } = await request(`${stack.url}/jobs`, {
      method: 'POST',
      headers: { ...stack.auth, 'idempotency-key': key },
      body: stack.bookingBody,
    });
    await body.dump();
    if (statusCode === 201) return repeats;
    if (statusCode !== 503 || repeats + 1 === triesMax) {
      throw new Error(`a booking was answered ${statusCode}`);
    }
    await pause(1000 * Number(headers['retry-after'] ?? 1));
  }
}

/** A thousand endpoints get every event; then one of them dies and one is slow. */
export async function troubledDelay(stage: Stage): Promise<void> {
  const { receiver } = stage;
  const paths = Array.from({ length: others }, (_, n) => `/other/${n}`);
  await stage.register('ten_many', ['/dead', '/slow', ...paths]);
  const delays = async (label: string, trouble: boolean) => {
    await receiver.reset({ timed: true, trouble });
    for (let round = 0; round < rounds; round += 1) {
      await emit(stage, { label: `${label}_${round}_`, events: 1, tenants: ['ten_many'] });
      await pause(roundMs);
    }
    await receiver.receives('other', rounds * others);
    return (await receiver.report()).delaysMs;
  };
  await delays('unmeasured', false);
  // In turns, for what else this machine does would show in one of them.
  const before = await delays('well_1', false);
  const after = await delays('troubled_1', true);
  before.push(...(await delays('well_2', false)));
  after.push(...(await delays('troubled_2', true)));
  print(
    `(g) webhooks: delay of an event to ${others} of ${others + 2} endpoints, one event a second`,
    [
      ['all answer', quantiles(before)],
      ['one dead, one slow', quantiles(after)],
    ],
  );
}
