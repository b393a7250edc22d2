import { describe, expect, it } from 'vitest';
import { newSharedSecret } from '../values/ids.ts';
import { overlappingSecret, rotated } from './rotating-secret.ts';

const at = new Date('2026-11-02T08:00:00Z');
const dayMs = 24 * 3_600_000;

describe('a rotated secret', () => {
  const twice = rotated(rotated('first', 'second', at).secret, 'third', at);

  it.each([
    ['at once', 0, 'second'],
    ['a moment before 24 hours', dayMs - 1, 'second'],
    ['after 24 hours', dayMs, undefined],
  ])('leaves the previous one valid %s', (_when, ms, old) => {
    expect(overlappingSecret(twice, new Date(at.getTime() + ms))).toBe(old);
  });

  it('leaves at most two valid, and one that was never rotated has no overlap', () => {
    expect(twice).toMatchObject({ secret: 'third', old_secret: 'second' });
    const secret = { secret: 'first', old_secret: null, old_secret_expires_at: null };
    expect(overlappingSecret(secret, at)).toBeUndefined();
  });
});

it('a new secret has 32 random bytes after its prefix', () => {
  const [one, other] = [newSharedSecret(), newSharedSecret()];
  expect(Buffer.from(one.slice('whsec_'.length), 'base64')).toHaveLength(32);
  expect(one).not.toBe(other);
});
