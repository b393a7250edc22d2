import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { pauser } from './pauser.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

/** How long this wait takes when nobody wakes it. */
async function lasts(wait: Promise<void>): Promise<number> {
  const began = Date.now();
  await vi.runAllTimersAsync();
  await wait;
  return Date.now() - began;
}

describe('a pauser', () => {
  it('waits longer each time, up to the longest', async () => {
    const pause = pauser([2, 5], 500);
    expect(await lasts(pause.wait())).toBe(2);
    expect(await lasts(pause.wait())).toBe(5);
    expect(await lasts(pause.wait())).toBe(500);
    expect(await lasts(pause.wait())).toBe(500);
  });

  it('ends its wait when woken, and begins with short ones again', async () => {
    const pause = pauser([2, 5], 500);
    await lasts(pause.wait());
    await lasts(pause.wait());
    const wait = pause.wait();
    pause.wake();
    expect(await lasts(wait)).toBe(0);
    expect(await lasts(pause.wait())).toBe(2);
  });

  it('does not wait after it was woken in between, once', async () => {
    const pause = pauser([2], 500);
    pause.wake();
    pause.wake();
    expect(await lasts(pause.wait())).toBe(0);
    expect(await lasts(pause.wait())).toBe(2);
  });

  it('begins anew after work was found', async () => {
    const pause = pauser([2], 500);
    await lasts(pause.wait());
    pause.reset();
    expect(await lasts(pause.wait())).toBe(2);
  });
});
