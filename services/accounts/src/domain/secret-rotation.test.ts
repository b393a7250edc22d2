import { describe, expect, it } from 'vitest';
import {
  isOldSecretValid,
  type RotatedSecret,
  rotateSecret,
  toSecretFields,
} from './secret-rotation.ts';

const at = (hour: number): Date => new Date(Date.UTC(2026, 10, 2, hour));
const fresh: RotatedSecret = {
  secret_hash: 'first',
  last_used_at: at(7),
  old_secret_hash: null,
  old_secret_expires_at: null,
  old_secret_last_used_at: null,
  rotated_at: null,
};
const once = rotateSecret(fresh, 'second', { now: at(8), overlapHours: 24 });

describe('the previous secret', () => {
  it.each<[string, RotatedSecret, Date, boolean]>([
    ['is none before the first rotation', fresh, at(8), false],
    ['counts at once', once, at(8), true],
    ['counts until the moment before its end', once, new Date(at(32).getTime() - 1), true],
    ['does not count from its end on', once, at(32), false],
    [
      'does not count without an overlap',
      rotateSecret(fresh, 'second', { now: at(8), overlapHours: 0 }),
      at(8),
      false,
    ],
  ])('ends by the rule of its rotation: %s', (_what, stored, now, isValid) => {
    expect(isOldSecretValid(stored, now)).toBe(isValid);
  });

  it('keeps the time of its last use', () => {
    expect(once).toEqual({
      ...{ secret_hash: 'second', last_used_at: null, rotated_at: at(8) },
      ...{ old_secret_hash: 'first', old_secret_expires_at: at(32) },
      old_secret_last_used_at: at(7),
    });
  });
});

describe('a further rotation', () => {
  const again = (hour: number, overlapHours: number) =>
    rotateSecret(once, 'third', { now: at(hour), overlapHours });

  it('is refused while the previous secret is valid', () => {
    expect(() => again(9, 1)).toThrow(expect.objectContaining({ code: 'rotation_in_progress' }));
  });

  it('without an overlap ends all earlier secrets immediately', () => {
    expect(again(9, 0)).toMatchObject({ secret_hash: 'third', old_secret_expires_at: at(9) });
  });

  it('after the end of the overlap is like the first', () => {
    expect(again(32, 24)).toMatchObject({ secret_hash: 'third', old_secret_hash: 'second' });
  });
});

describe('a list', () => {
  it.each([
    ['before a rotation', fresh, { last_used_at: at(7), secret_last_used_at: at(7) }],
    ['in the overlap', once, { last_used_at: at(7), secret_last_used_at: null }],
  ])('shows the last use of either and of the newest secret: %s', (_what, stored, uses) => {
    const told = Object.entries(uses).map(([name, time]) => [name, time?.toISOString() ?? null]);
    expect(toSecretFields(stored, at(9))).toMatchObject(Object.fromEntries(told));
  });

  it('shows the previous secret until its end', () => {
    const old = { expires_at: at(32).toISOString(), last_used_at: at(7).toISOString() };
    expect(toSecretFields(once, at(31)).old_secret).toEqual(old);
    expect(toSecretFields(once, at(32)).old_secret).toBeNull();
  });
});
