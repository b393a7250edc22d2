import { describe, expect, it } from 'vitest';
import { isPersonal, redacted } from '../src/erasure/personal-data.ts';

describe('personal members of an event', () => {
  it.each<[unknown, unknown]>([
    [
      { recipient: 'R', ref: 'SVC-1' },
      { recipient: '', ref: 'SVC-1' },
    ],
    [{ a: [{ note: 'R' }, 'R', null, 7] }, { a: [{ note: '' }, 'R', null, 7] }],
    [{ location: { name: 'Hub' } }, { location: { name: 'Hub' } }],
    [{ proof: { recipient: 'R', otp: true } }, { proof: { recipient: '', otp: true } }],
    [{ note: null }, { note: null }],
    ['recipient', 'recipient'],
  ])('of %j', (value, expected) => {
    expect(redacted(value)).toEqual(expected);
    expect(JSON.stringify(redacted(value))).toBe(JSON.stringify(expected));
    expect(isPersonal(value)).toBe(JSON.stringify(value) !== JSON.stringify(expected));
    expect(isPersonal(redacted(value))).toBe(false);
  });
});
