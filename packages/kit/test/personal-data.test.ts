import { expect, it } from 'vitest';
import { isPersonal, redacted } from '../src/audit/personal-data.ts';

it.each<[unknown, unknown]>([
  [
    { recipient: 'R', ref: 'SVC-1' },
    { recipient: '', ref: 'SVC-1' },
  ],
  [{ a: [{ note: 'R' }, 'R', null, 7] }, { a: [{ note: '' }, 'R', null, 7] }],
  [{ location: { name: 'Hub' } }, { location: { name: 'Hub' } }],
  [{ proof: { recipient: 'R', otp: true } }, { proof: { recipient: '', otp: true } }],
  [{ note: null }, { note: null }],
  [
    { reason: 'R was out', reject: { reason: 'leaking' } },
    { reason: '', reject: { reason: 'leaking' } },
  ],
  ['recipient', 'recipient'],
])('personal members are redacted in the event %j', (value, expected) => {
  expect(redacted(value)).toEqual(expected);
  expect(JSON.stringify(redacted(value))).toBe(JSON.stringify(expected));
  expect(isPersonal(value)).toBe(JSON.stringify(value) !== JSON.stringify(expected));
  expect(isPersonal(redacted(value))).toBe(false);
});
