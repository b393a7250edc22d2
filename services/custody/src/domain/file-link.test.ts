import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { expiryOf, longLifeSeconds, readLink, shortLifeSeconds, writeLink } from './file-link.ts';

const now = new Date('2026-11-02T08:00:00.500Z');
const link = { fileId: 'file_01KB1NBC00AAAAAAAAAAAAAAAA', signature: 'a'.repeat(64) };

describe('a link', () => {
  it('is parsed back to what was written', () => {
    const written = { ...link, expires: expiryOf(now, shortLifeSeconds) };
    expect(readLink(writeLink(written), now)).toEqual(written);
  });

  it.each([
    [-1, true],
    [0, false],
    [1, false],
  ])('%d ms from its expiry is open: %s', (ms, open) => {
    const expires = expiryOf(now, shortLifeSeconds);
    const at = new Date(expires * 1000 + ms);
    expect(readLink(writeLink({ ...link, expires }), at) !== undefined).toBe(open);
  });

  it.each([
    ['a quarter of an hour', shortLifeSeconds, '2026-11-02T08:15:00Z'],
    ['90 days', longLifeSeconds, '2027-01-31T08:00:00Z'],
  ])('lives for %s, rounded down to seconds', (_, life, end) => {
    expect(expiryOf(now, life)).toBe(Date.parse(end) / 1000);
  });

  it('with leading zeros in its expiry is rejected', () => {
    const written = writeLink({ ...link, expires: expiryOf(now, shortLifeSeconds) });
    expect(readLink(written.replace('.', '.0'), now)).toBeUndefined();
  });

  it('cannot be parsed from any other text', () => {
    fc.assert(fc.property(fc.string(), (text) => readLink(text, now) === undefined));
  });
});
