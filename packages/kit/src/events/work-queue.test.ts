import { describe, expect, it } from 'vitest';
import { workQueue } from './work-queue.ts';

const turn = () => new Promise<void>((resolve) => setImmediate(resolve));

/** A queue whose batches end when they are told to; the lane of `a1` is `a`. */
function heldQueue() {
  const begun: { items: readonly string[]; end: () => void }[] = [];
  const work = (items: readonly string[]) =>
    new Promise<void>((end) => {
      begun.push({ items, end });
    });
  const queue = workQueue(work, (item) => (item[0] === '-' ? undefined : item[0]));
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

describe('a work queue', () => {
  it('hands over what waits together as one batch, several of a lane included', async () => {
    const { push, batches } = heldQueue();
    await push('a1', 'b1', 'a2');
    expect(batches()).toEqual(['a1 b1 a2']);
  });

  it('keeps what comes of a lane under way for the next batch, in order', async () => {
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
  });

  it('begins what has no lane with any free handler', async () => {
    const { push, batches } = heldQueue();
    for (const item of ['-1', '-2', '-3', '-4', '-5']) await push(item);
    expect(batches()).toEqual(['-1', '-2', '-3', '-4']);
  });

  it('drops what has not begun', async () => {
    const { push, queue } = heldQueue();
    await push('a1');
    await push('a2');
    expect(queue.drop()).toEqual(['a2']);
  });
});
