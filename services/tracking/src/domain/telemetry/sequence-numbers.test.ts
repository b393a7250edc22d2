import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { claimSequence, type SequenceNumbers } from './feed.ts';

const claims = (numbers: SequenceNumbers, seqs: readonly number[]) =>
  seqs.map((seq) => claimSequence(numbers, seq));

describe('a number is new', () => {
  it('when it is higher than all before', () => {
    expect(claims({ max: 4, free: [] }, [5, 6, 100])).toEqual([true, true, true]);
  });
  it('when it was left out, once', () => {
    const numbers: SequenceNumbers = { max: 4, free: [] };
    expect(claims(numbers, [10, 7, 5, 9, 7, 6, 8, 9])).toEqual([
      true,
      true,
      true,
      true,
      false,
      true,
      true,
      false,
    ]);
    expect(numbers).toEqual({ max: 10, free: [] });
  });
  it('for no caller when nothing is known of the feed', () => {
    expect(claims({ max: 4, free: [] }, [4, 0])).toEqual([false, false]);
  });
  it('not for certain in a hole before many others', () => {
    const everyOther = Array.from({ length: 12 }, (_, n) => n * 2);
    const numbers: SequenceNumbers = { max: -1, free: [] };
    expect(claims(numbers, everyOther)).not.toContain(false);
    expect(claims(numbers, [1, 21])).toEqual([false, true]);
  });
});

it('no number is claimed twice, and none that was used before', () => {
  const given = fc.record({
    max: fc.integer({ min: -1, max: 50 }),
    seqs: fc.array(fc.nat({ max: 100 }), { maxLength: 200 }),
  });
  fc.assert(
    fc.property(given, ({ max, seqs }) => {
      const numbers: SequenceNumbers = { max, free: [] };
      const claimed = seqs.filter((seq) => claimSequence(numbers, seq));
      expect(new Set(claimed).size).toBe(claimed.length);
      expect(claimed.every((seq) => seq > max)).toBe(true);
    }),
  );
});
