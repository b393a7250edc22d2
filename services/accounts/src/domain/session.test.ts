import { describe, expect, it } from 'vitest';
import { isOpen, withUse } from './session.ts';

const at = (ms: number) => new Date(ms);

describe('a session', () => {
  it.each([
    ['at once', { now: 1_000, seen: 1_000, expires: 9_000 }, true],
    ['just before the idle end', { now: 2_999, seen: 1_000, expires: 9_000 }, true],
    ['at the idle end', { now: 3_000, seen: 1_000, expires: 9_000 }, false],
    ['just before the absolute end', { now: 8_999, seen: 8_998, expires: 9_000 }, true],
    ['at the absolute end', { now: 9_000, seen: 8_999, expires: 9_000 }, false],
    ['by a clock that was set back', { now: 500, seen: 1_000, expires: 9_000 }, true],
  ])('is open or over: %s', (_case, { now, seen, expires }, open) => {
    const session = { last_seen_at: at(seen), expires_at: at(expires) };
    expect(isOpen(session, { now: at(now), idleMs: 2_000 })).toBe(open);
  });

  it.each([
    ['none', undefined, 5],
    ['an earlier one', at(4), 5],
    ['a later one', at(6), 6],
  ])('counts a use that is not stored yet: %s', (_case, noted, seen) => {
    expect(withUse({ last_seen_at: at(5) }, noted)).toEqual({ last_seen_at: at(seen) });
  });
});
