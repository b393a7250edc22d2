import { describe, it } from 'vitest';
import { appUnderTest, chromium } from './app-under-test.ts';
import { patienceMs } from './handset.ts';
import { keepPhone } from './phone.ts';
import { seededDay } from './seeded-day.ts';

const runs = Number(process.env.SVC_RUNS ?? 5);
const firstSeed = Number(process.env.SVC_SEED ?? 1);
const runMsMax = 120_000;
/** They have no part in a courier's day. */
const without = ['webhooks', 'files', 'partner', 'billing'];
/** From here on answers are not held against their contracts: other journeys do that. */
const longRun = 100;
/** Contexts of one browser at a time: half of a day is waits, so six keep two processors busy. */
const together = Number(process.env.SVC_TOGETHER ?? (runs < longRun ? 3 : 6));

describe.skipIf(chromium === undefined)("days with the courier's app", () => {
  const app = appUnderTest({ without, env: { SVC_CHECK_OUTPUTS: `${runs < longRun}` } });

  it('tell the server of each step once and in order, with the bytes that were taken', {
    timeout: Math.max(patienceMs, runs * runMsMax),
  }, async () => {
    const seeds = Array.from({ length: runs }, (_, n) => firstSeed + n);
    const failures: Error[] = [];
    const beganMs = performance.now();
    const current = new Set<number>();
    let done = 0;
    const report = () => {
      done += 1;
      if (done % 10 !== 0) return;
      // Resumed with this seed, a run that was ended leaves none out.
      const next = Math.min(...current, seeds[0] ?? firstSeed + runs);
      const seconds = (performance.now() - beganMs) / 1_000;
      const each = (seconds / done).toFixed(1);
      const left = Math.round((seconds / done) * (runs - done));
      const counts = `${done} of ${runs} days, ${failures.length} failed`;
      process.stdout.write(`${counts}, ${each} s each, ${left} s left; SVC_SEED=${next} goes on\n`);
    };
    const work = async (): Promise<void> => {
      const phones = keepPhone(app);
      for (let seed = seeds.shift(); seed !== undefined; seed = seeds.shift()) {
        const day = seed;
        current.add(day);
        const lived = async () => seededDay(app.stand, await phones.next(), day);
        await lived().catch(async (cause: unknown) => {
          process.stdout.write(`the phone shows: ${await phones.shown()}\n`);
          await phones.drop();
          failures.push(new Error(`SVC_RUNS=1 SVC_SEED=${seed}`, { cause }));
          process.stdout.write(`SVC_RUNS=1 SVC_SEED=${seed}: ${String(cause).slice(0, 400)}\n`);
        });
        current.delete(day);
        report();
      }
      await phones.drop();
    };
    await Promise.all(Array.from({ length: together }, work));
    if (failures.length > 0) throw new AggregateError(failures, failures.map(String).join('\n'));
  });
});
