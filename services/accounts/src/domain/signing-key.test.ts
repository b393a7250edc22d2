import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  activeKey,
  keyState,
  publishedKeys,
  rotationDue,
  signingKey,
  signsFrom,
  type TokenSigningKey,
} from './signing-key.ts';

const minuteMs = 60_000;
const at = (minutes: number) => new Date(Date.UTC(2026, 10, 2) + minutes * minuteMs);
const day = 24 * 60;
const key = (kid: string, published: number, signs = published + 60): TokenSigningKey => ({
  kid,
  published_at: at(published),
  signs_from: at(signs),
});
const first = key('first', 0, 0);
const second = key('second', 30 * day);
const keys = [second, first];

describe('the key that signs', () => {
  it.each([
    [-1, 'first'],
    [0, 'first'],
    [30 * day + 60, 'second'],
  ])('is after %d minutes the %s, the oldest when all are ahead', (minutes, kid) => {
    expect(signingKey(keys, at(minutes))?.kid).toBe(kid);
  });

  it('is absent where there is no key', () => {
    expect(signingKey([], at(0))).toBeUndefined();
  });
});

describe('the state of a key', () => {
  it.each([
    ['second', 30 * day, 'published'],
    ['first', 30 * day, 'active'],
    ['second', 30 * day + 59.999, 'published'],
    ['first', 30 * day + 59.999, 'active'],
    ['second', 30 * day + 60, 'active'],
    ['first', 30 * day + 60, 'retired'],
    ['first', 30 * day + 60 + 15.999, 'retired'],
    ['first', 30 * day + 60 + 16, 'removed'],
    ['second', 90 * day, 'active'],
  ])('%s is after %d minutes in the state %s', (kid, minutes, state) => {
    const subject = kid === 'first' ? first : second;
    expect(keyState(subject, keys, at(minutes))).toBe(state);
  });

  it('is retired by the next key, not by the newest', () => {
    const third = key('third', 31 * day);
    expect(keyState(first, [...keys, third], at(31 * day + 61))).toBe('removed');
    expect(keyState(second, [...keys, third], at(31 * day + 61))).toBe('retired');
  });

  it('leaves one active key once one has begun', () => {
    const life = fc.tuple(fc.nat(100), fc.nat(100)).map(([from, lead]) => [from, from + lead]);
    fc.assert(
      fc.property(fc.array(life, { maxLength: 6 }), fc.nat(250), (lives, minutes) => {
        const all = lives.map(([from = 0, signs = 0], i) => key(`k${i}`, from, signs));
        const states = all.map((k) => keyState(k, all, at(minutes)));
        const begun = all.some((k) => k.signs_from <= at(minutes));
        expect(states.filter((state) => state === 'active')).toHaveLength(begun ? 1 : 0);
      }),
    );
  });

  it('keeps the key of every valid token in the key set', () => {
    const life = fc.tuple(fc.nat(100), fc.nat(60)).map(([from, lead]) => [from, from + lead]);
    const lives = fc.array(life, { minLength: 1, maxLength: 6 });
    fc.assert(
      fc.property(lives, fc.nat(200), fc.nat(15), (drawn, signed, age) => {
        const all = drawn.map(([from = 0, signs = 0], i) => key(`k${i}`, from, signs));
        const signer = activeKey(all, at(signed));
        fc.pre(signer !== undefined);
        expect(publishedKeys(all, at(signed + age))).toContain(signer);
      }),
    );
  });
});

describe('a new key', () => {
  it('is active an hour after it is published', () => {
    expect(signsFrom([first], at(10), false)).toEqual(at(70));
  });
  it('is active immediately on request', () => {
    expect(signsFrom([first], at(10), true)).toEqual(at(10));
  });
  it.each([
    ['there is no other', []],
    ['the other does not sign yet', [second]],
  ])('is active immediately when %s', (_case, others) => {
    expect(signsFrom(others, at(10), false)).toEqual(at(10));
  });
});

it.each([
  { when: 'without a key', known: [], minutes: 0, due: true },
  { when: 'a minute early', known: [first], minutes: 30 * day - 1, due: false },
  { when: 'after 30 days', known: [first], minutes: 30 * day, due: true },
  { when: 'once the next is published', known: keys, minutes: 30 * day + 1, due: false },
  { when: '30 days after the next', known: keys, minutes: 60 * day, due: true },
])('a rotation in the case $when is due: $due', ({ known, minutes, due }) => {
  expect(rotationDue(known, at(minutes))).toBe(due);
});

it('key listings have the next key first and no deleted one', () => {
  const kids = (minutes: number) => publishedKeys(keys, at(minutes)).map(({ kid }) => kid);
  expect(kids(30 * day)).toEqual(['second', 'first']);
  expect(kids(31 * day)).toEqual(['second']);
});

it('no key is active before the first begins', () => {
  expect(activeKey([second], at(0))).toBeUndefined();
});
