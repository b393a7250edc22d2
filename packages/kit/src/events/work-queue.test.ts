import { afterEach, describe, expect, it, vi } from 'vitest';
import { workQueue } from './work-queue.ts';

const turn = () => new Promise<void>((resolve) => setImmediate(resolve));

/** A queue whose batches a test ends; the lane of `a1` is `a`. */
function heldQueue(batchingDelayMs = 0) {
  const begun: { items: readonly string[]; end: () => void }[] = [];
  const work = (items: readonly string[]) =>
    new Promise<void>((end) => {
      begun.push({ items, end });
    });
  const queue = workQueue(work, {
    laneOf: (item) => (item[0] === '-' ? undefined : item[0]),
    batchingDelayMs,
  });
  return {
    queue,
    batches: () => begun.map(({ items }) => items.join(' ')),
    push: async (...items: string[]) => {
      for (const item of items) queue.push(item);
      await turn();
    },
    end: async (place: number) => {
      begun[place]?.end();
      await turn();
    },
  };
}

afterEach(() => {
  vi.useRealTimers();
});

describe('a work queue', () => {
  it('hands over waiting items as one batch, several of a lane included', async () => {
    const { push, batches } = heldQueue();
    await push('a1', 'b1', 'a2');
    expect(batches()).toEqual(['a1 b1 a2']);
  });

  it('keeps later items of a running lane for the next batch, in order', async () => {
    const { push, end, batches, queue } = heldQueue();
    await push('a1');
    await push('a2', 'b1');
    await push('b2', 'a3');
    expect(batches()).toEqual(['a1', 'b1']);
    await end(0);
    expect(batches()).toEqual(['a1', 'b1', 'a2 a3']);
    await end(1);
    expect(batches().at(-1)).toBe('b2');
    expect(queue.size()).toBe(3);
    await push('b3');
    expect(queue.drop()).toEqual(['b3']);
  });

  it('starts items without a lane on any free handler', async () => {
    const { push, batches } = heldQueue();
    for (const item of ['-1', '-2', '-3', '-4', '-5']) await push(item);
    expect(batches()).toEqual(['-1', '-2', '-3', '-4']);
  });

  it('waits the batching delay for others, and no longer than a full batch takes', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const { push, batches } = heldQueue(500);
    await push('-1');
    vi.advanceTimersByTime(499);
    await push('-2');
    expect(batches()).toEqual([]);
    vi.advanceTimersByTime(1);
    await turn();
    expect(batches()).toEqual(['-1 -2']);
    await push(...Array.from({ length: 64 }, (_, n) => `-${n}`));
    expect(batches()).toHaveLength(2);
    vi.advanceTimersByTime(500);
    await turn();
    expect(batches()).toHaveLength(2);
  });

  it('does not start earlier because a handler is free', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const { push, end, batches } = heldQueue(500);
    await push('-1');
    vi.advanceTimersByTime(500);
    await turn();
    await push('-2');
    await end(0);
    expect(batches()).toEqual(['-1']);
    vi.advanceTimersByTime(500);
    await turn();
    expect(batches()).toEqual(['-1', '-2']);
  });
});
