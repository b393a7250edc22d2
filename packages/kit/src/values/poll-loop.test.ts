import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createLogger } from '../observability/log.ts';
import { type PollOptions, pollLoop } from './poll-loop.ts';

const log = createLogger({ name: 'test', level: 'silent' });

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

/** A loop whose passes are scripted; each further pass finds no work. */
function loopOf(results: (boolean | number | Error)[], options: Partial<PollOptions> = {}) {
  const pass = vi.fn(async () => {
    const result = results.shift() ?? false;
    if (result instanceof Error) throw result;
    return result;
  });
  return { pass, ...pollLoop({ idleMs: 500, pass, ...options }, { name: 'test', log }) };
}

describe('a poll loop', () => {
  it('passes again immediately while there is work, then after the idle interval', async () => {
    const loop = loopOf([true, true]);
    await vi.advanceTimersByTimeAsync(499);
    expect(loop.pass).toHaveBeenCalledTimes(3);
    await vi.advanceTimersByTimeAsync(1);
    expect(loop.pass).toHaveBeenCalledTimes(4);
    await loop.stop();
  });

  it('waits no longer than a pass asks for, and never beyond the idle interval', async () => {
    const loop = loopOf([20, 9_000]);
    await vi.advanceTimersByTimeAsync(20);
    expect(loop.pass).toHaveBeenCalledTimes(2);
    await vi.advanceTimersByTimeAsync(500);
    expect(loop.pass).toHaveBeenCalledTimes(3);
    await loop.stop();
  });

  it('logs a pass that fails, and continues after the idle interval', async () => {
    const warn = vi.spyOn(log, 'warn').mockReturnValue();
    for (const failure of [undefined, 'mailbox not looked into']) {
      const loop = loopOf([new Error('no answer')], failure === undefined ? {} : { failure });
      await vi.advanceTimersByTimeAsync(499);
      expect(loop.pass).toHaveBeenCalledTimes(1);
      const fields = expect.objectContaining({ loop: 'test' });
      expect(warn).toHaveBeenLastCalledWith(fields, failure ?? 'pass failed');
      await vi.advanceTimersByTimeAsync(1);
      expect(loop.pass).toHaveBeenCalledTimes(2);
      await loop.stop();
    }
  });

  it('ends its wait when woken', async () => {
    const loop = loopOf([], { idleMs: Number.POSITIVE_INFINITY });
    await vi.advanceTimersByTimeAsync(1_000_000);
    expect(loop.pass).toHaveBeenCalledTimes(1);
    loop.wake();
    await vi.advanceTimersByTimeAsync(0);
    expect(loop.pass).toHaveBeenCalledTimes(2);
    await loop.stop();
  });

  it('keeps a wake-up in the middle of a pass, once', async () => {
    const loop = loopOf([]);
    loop.wake();
    loop.wake();
    await vi.advanceTimersByTimeAsync(499);
    expect(loop.pass).toHaveBeenCalledTimes(2);
    await loop.stop();
  });

  it('waits the batching delay after a wake-up', async () => {
    const loop = loopOf([], { gatherMs: 15 });
    await vi.advanceTimersByTimeAsync(0);
    loop.wake();
    await vi.advanceTimersByTimeAsync(14);
    expect(loop.pass).toHaveBeenCalledTimes(1);
    await vi.advanceTimersByTimeAsync(1);
    expect(loop.pass).toHaveBeenCalledTimes(2);
    await loop.stop();
  });

  it('awaits the running pass when stopped, and starts no other', async () => {
    const running = Promise.withResolvers<boolean>();
    const pass = vi.fn((_signal: AbortSignal) => running.promise);
    const loop = pollLoop({ idleMs: 500, pass }, { name: 'test', log });
    let isStopped = false;
    const stopped = loop.stop().then(() => {
      isStopped = true;
    });
    await vi.advanceTimersByTimeAsync(10_000);
    expect(isStopped).toBe(false);
    expect(pass.mock.calls[0]?.[0].aborted).toBe(true);
    running.resolve(true);
    await stopped;
    expect(pass).toHaveBeenCalledTimes(1);
  });
});
