/** kill -9 of the sequencer at each statement of its transactions, and while its witness is asked. */
import type { Child } from '@svc/devnet';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createFaultedLog, type FaultedLog } from './faulted-log.ts';
import { startWitness } from './witness-in-test.ts';

const numbers = (count: number) => Array.from({ length: count }, (_, n) => n + 1);
/**
 * Statements of the transactions that create and extend, and of the two that publish: one takes the lease,
 * one saves the answers and ends it. The last of each is its COMMIT.
 */
const [creating, extending, publishing] = [5, 11, 3 + 6];

let log: FaultedLog;
let witness: Awaited<ReturnType<typeof startWitness>>;
let child: Child;
beforeAll(async () => {
  log = await createFaultedLog();
});
afterAll(async () => {
  await witness?.stop();
  await log?.stop();
});

const killed = async () => {
  await child.kill();
  await log.quiet();
};

describe('a sequencer that is killed while it creates the tree', () => {
  it.each(numbers(creating))('before statement %i, leaves no tree', async (n) => {
    const held = log.gate.holdAt(n);
    child = await log.start();
    await held.reached();
    await killed();
    expect(await log.stored.treeSize()).toBeUndefined();
  });

  it('before the answer to its COMMIT, leaves one', async () => {
    const held = log.gate.holdAt(creating, 'answer');
    child = await log.start();
    expect(await held.reached()).toBe('commit');
    await killed();
    expect(await log.stored.treeSize()).toBe(0);
    expect(log.gate.passed()).toHaveLength(creating);
  });
});

describe('a sequencer that is killed while it extends and publishes', () => {
  beforeAll(async () => {
    witness = await startWitness(log);
    // Partial tiles on two levels.
    await log.submit(300);
    child = await log.start();
    await log.settled();
  });
  afterAll(async () => {
    await child?.kill();
  });

  /** Submits two entries, kills at the step, looks, and has the next process go on. */
  const killAt = async (reached: () => Promise<unknown>, sizeAfter: (size: number) => number) => {
    const size = log.submitted();
    await log.submit(2);
    await reached();
    await killed();
    expect(await log.stored.treeSize()).toBe(sizeAfter(size));
    await log.stored.expectWhole(size + 2);
    log.gate.holdAt(0);
    child = await log.start();
    await log.settled();
    await log.stored.expectWhole(size + 2);
    expect(witness.alarms).toEqual([]);
  };
  const both = extending + publishing;

  it('counts the statements of both transactions', async () => {
    log.gate.holdAt(0);
    await log.submit(2);
    await log.settled();
    const passed = log.gate.passed();
    expect(passed).toHaveLength(both);
    expect(passed[extending - 1]).toBe('commit');
    expect(passed[both - 1]).toBe('commit');
  });

  it.each(numbers(both))('before statement %i leaves a log that goes on', async (n) => {
    const isCommitted = n > extending;
    await killAt(log.gate.holdAt(n).reached, (size) => (isCommitted ? size + 2 : size));
  });

  it.each([extending, both])('before the answer to statement %i, a COMMIT', async (n) => {
    await killAt(log.gate.holdAt(n, 'answer').reached, (size) => size + 2);
  });

  it.each(['before', 'after'] as const)('%s the witness decides, unanswered', async (when) => {
    log.gate.holdAt(0);
    const asked = Promise.withResolvers<void>();
    const free = Promise.withResolvers<void>();
    witness.steps[when] = async () => {
      asked.resolve();
      await free.promise;
    };
    await killAt(
      async () => {
        await asked.promise;
        witness.steps[when] = async () => {};
        // The killed one is answered into the void, once it is gone.
        void child.exited.then(() => free.resolve());
      },
      (size) => size + 2,
    );
  });
});
