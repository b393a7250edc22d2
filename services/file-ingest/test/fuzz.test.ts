/** A short run of what `npm run fuzz` does for as long as one likes. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { bytesOf, check, type Format, largest, readLargest } from './fuzz/manifests.ts';

describe.each<Format>(['csv', 'edi'])('the %s parser', (format) => {
  it('answers whatever comes with rows or declared faults', async () => {
    const property = fc.asyncProperty(bytesOf(format), (bytes) => check(format, bytes));
    await fc.assert(property, { numRuns: 400 });
  });
});

describe('the largest file', () => {
  it.each(Object.keys(largest))('of %s is refused as a whole', async (name) => {
    const file = largest[name];
    expect(file && (await readLargest(file))).toHaveProperty('fault');
  });
});
