import { describe, expect, it } from 'vitest';
import { hashSecret, randomSecret, secretMatches } from './secret-hash.ts';

const key = 'a master secret of 32 characters!';
const given = { kind: 'client', id: 'cli_1', secret: 'open sesame' } as const;
const stored = hashSecret(given, key);

describe('a stored secret', () => {
  it('is a keyed hash that cannot be computed without the key', () => {
    expect(stored).toMatch(/^[0-9a-f]{64}$/);
    expect(hashSecret(given, `${key}2`)).not.toBe(stored);
  });

  it('matches the secret it was created from', () => {
    expect(secretMatches(given, stored, key)).toBe(true);
  });

  it.each([
    ['another secret', { ...given, secret: 'open sesam' }],
    ['another id', { ...given, id: 'cli_2' }],
    ['another kind', { ...given, kind: 'api_key' as const }],
  ])('does not match the value of %s', (_case, other) => {
    expect(secretMatches(other, stored, key)).toBe(false);
  });

  it('matches nothing when there is none, whatever is given', () => {
    expect(secretMatches(given, undefined, key)).toBe(false);
  });
});

it('client secrets have 256 bits, drawn for each', () => {
  const drawn = new Set(Array.from({ length: 100 }, randomSecret));
  expect(drawn.size).toBe(100);
  for (const secret of drawn) expect(secret).toMatch(/^[A-Za-z0-9_-]{43}$/);
});
