import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { defineTarget, type FuzzTarget } from '../../src/fuzz/target.ts';

const sized = (size: number) => 'a'.repeat(size);
const target = (parts: Partial<FuzzTarget<string, number>>) =>
  defineTarget<string, number>({
    name: 'test/parser',
    inputs: fc.string(),
    read: (text) => text.length,
    sizeMax: 4_000,
    large: { letters: sized },
    ...parts,
  });

const check = async (parts: Partial<FuzzTarget<string, number>>) => {
  const { failed } = await fc.check(
    target(parts).property(() => undefined),
    { numRuns: 50 },
  );
  return failed;
};

/** Enough steps to be measurable. */
function spin(steps: number): number {
  let sum = 0;
  for (let i = 0; i < steps; i += 1) sum += Math.sqrt(i);
  return sum;
}

const fail = () => {
  throw new RangeError('boom');
};

describe('a target', () => {
  it('holds where nothing is thrown', async () => {
    expect(await check({})).toBe(false);
  });

  it('fails by an exception, unless that is a declared refusal', async () => {
    expect(await check({ read: fail })).toBe(true);
    expect(await check({ read: fail, refuses: (error) => error instanceof RangeError })).toBe(
      false,
    );
  });

  it('fails by an outcome that breaks a promise', async () => {
    expect(await check({ holds: (length) => (length > 3 ? fail() : undefined) })).toBe(true);
  });

  it('fails by a small input that takes long', async () => {
    expect(await check({ read: () => spin(300_000_000) })).toBe(true);
  });
});

describe('growth', () => {
  it.each<[string, (size: number) => number, string | undefined]>([
    ['linear', (size) => size * 5_000, undefined],
    ['cubic', (size) => size ** 3 / 40, 'grows faster than its size'],
  ])("of work with the input's size is noticed: %s", async (_, steps, fault) => {
    const read = (text: string) => spin(steps(text.length));
    const [letters] = await target({ read, sizeMax: 2_000 }).growth(() => undefined);
    expect(letters?.fault).toBe(fault);
  });
});
