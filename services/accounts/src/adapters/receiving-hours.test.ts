import { until } from '@svc/devnet';
import { CallFault } from '@svc/kit/refusal';
import { describe, expect, it } from 'vitest';
import { createDeadlineThread, DeadlineExceeded, QueueFull, Starved } from './deadline-thread.ts';
import type { HoursAnswer, HoursTask } from './opening-hours-thread.ts';
import { checkReceivingHours, isOpenAt } from './receiving-hours.ts';

/** The library's time grows by about 1.6 for each leading blank: this would take years. */
const endless = `${' '.repeat(118)}Mo`;
const at = new Date('2026-11-02T10:00:00Z');
const johannesburg = { time_zone: 'Africa/Johannesburg', lat: -26.2, lng: 28 };

const entry = new URL('./opening-hours-thread.ts', import.meta.url);
const threadOf = (bounds: { deadlineMs?: number; queueMax?: number }) =>
  createDeadlineThread<HoursTask, HoursAnswer>({
    ...{ entry, deadlineMs: 5_000, waitMaxMs: 60_000, queueMax: 10 },
    ...bounds,
  });
/** Returns after this many milliseconds, without using the processor. */
const waitingThread = (waitMaxMs: number) =>
  createDeadlineThread<number, boolean>({
    entry: new URL(`data:text/javascript,import { parentPort } from 'node:worker_threads';
      parentPort.on('message', (ms) => setTimeout(() => parentPort.postMessage(true), ms));
      parentPort.postMessage('loaded');`),
    ...{ deadlineMs: 100, waitMaxMs, queueMax: 10 },
  });

describe('receiving hours', () => {
  it('are checked on a thread of their own', async () => {
    await expect(checkReceivingHours('Mo-Fr 08:00-17:00')).resolves.toBeUndefined();
    await expect(checkReceivingHours('during office hours')).rejects.toMatchObject({
      code: 'invalid_body',
      detail: expect.not.stringContaining('office'),
    });
  });

  it('are refused at the deadline when their evaluation never ends', async () => {
    let ticks = 0;
    const ticking = setInterval(() => {
      ticks += 1;
    }, 10);
    const refused = async () => {
      const fault: unknown = await checkReceivingHours(endless).catch((error: unknown) => error);
      // The machine had no processor for the thread: the caller asks again.
      return fault instanceof CallFault ? undefined : fault;
    };
    expect(await until(refused, { timeoutMs: 60_000, what: 'a refusal' })).toMatchObject({
      code: 'invalid_body',
      detail: expect.stringContaining('too long to read'),
    });
    clearInterval(ticking);
    expect(ticks).toBeGreaterThan(20);
    await expect(checkReceivingHours('24/7')).resolves.toBeUndefined();
  });

  it('are read without leading blanks stored before', async () => {
    const closed = { ...johannesburg, receiving_hours: `${' '.repeat(24)}Tu  08:00-09:00` };
    expect(await isOpenAt(closed, [at])).toEqual([false]);
  });

  it('that cannot be parsed count as always open', async () => {
    const site = { ...johannesburg, receiving_hours: 'whenever' };
    expect(await isOpenAt(site, [at, at])).toEqual([true, true]);
  });
});

describe('a thread with a deadline', () => {
  it('gives tasks behind one that hangs their own time', async () => {
    const thread = threadOf({ deadlineMs: 500 });
    const hung = expect(thread.run({ check: endless })).rejects.toThrow(DeadlineExceeded);
    const behind = thread.run({ check: '24/7' });
    await hung;
    expect(await behind).toEqual([true]);
  });

  it('accepts no more tasks than its queue holds', async () => {
    const thread = threadOf({ queueMax: 1 });
    const all = await Promise.allSettled([1, 2, 3].map(() => thread.run({ check: '24/7' })));
    expect(all.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'rejected']);
    expect(all[2]).toMatchObject({ reason: expect.any(QueueFull) });
  });

  it('does not count time in which a task has no processor', async () => {
    expect(await waitingThread(60_000).run(500)).toBe(true);
  });

  it('rejects a task starved for too long, and continues with the next', async () => {
    const thread = waitingThread(500);
    await expect(thread.run(2 ** 30)).rejects.toThrow(Starved);
    expect(await thread.run(0)).toBe(true);
  });
});
