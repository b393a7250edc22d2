import { expect, it } from 'vitest';
import { e164Number, phoneNumber } from './resource.ts';

it.each([
  ['082 555 0123', '082 555 0123'],
  ['(011) 555-0123', '011 555-0123'],
  ['+27 82 555 0123', '+27 82 555 0123'],
  ['+27 (0)82 555 0123', '+27 82 555 0123'],
  ['+27(0)825550123', '+27825550123'],
  ['(+27) 11 555 0123', '+27 11 555 0123'],
  ['082.555.0123', '082 555 0123'],
  ['011/555 0123', '011 555 0123'],
  [' 082\u00a0555\u00a00123 ', '082 555 0123'],
  ['011 555\u20130123', '011 555-0123'],
  ['0825550123', '0825550123'],
])('a telephone number is accepted as %s, and kept as %s', (written, kept) => {
  expect(phoneNumber.parse(written)).toBe(kept);
});

it.each(['', '   ', '()', '555', 'call me', '+', '082 555 0123 ask for Thandi', '1'.repeat(33)])(
  'a telephone number is not %j',
  (text) => {
    expect(phoneNumber.safeParse(text).success).toBe(false);
  },
);

it('a long text is refused without delay', () => {
  const started = performance.now();
  for (const text of ['+'.repeat(60_000), '(+1)'.repeat(15_000), `+1${' '.repeat(60_000)}`])
    expect(phoneNumber.safeParse(text).success).toBe(false);
  expect(performance.now() - started).toBeLessThan(1_000);
});

it.each([
  ['082 555 0123', '+27825550123'],
  ['+27 (0)82 555 0123', '+27825550123'],
  ['0027 82 555-0123', '+27825550123'],
  ['(+264) 81 123 4567', '+264811234567'],
  ['+27825550123', '+27825550123'],
])('a number for machines is accepted as %s, and kept as %s', (written, kept) => {
  expect(e164Number.parse(written)).toBe(kept);
});

it.each(['', '555 0123', '+0825550123', '+27', '+27 82 555 0123 4567 89', 'call me', '0'])(
  'a number for machines is not %j',
  (text) => {
    expect(e164Number.safeParse(text).success).toBe(false);
  },
);
