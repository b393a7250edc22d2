import { describe, expect, it } from 'vitest';
import { checkReceivingHours } from './receiving-hours.ts';

describe('checkReceivingHours', () => {
  it.each([
    '24/7',
    'Mo-Fr 08:00-17:00',
    'mo-fr 8:00-17:00',
    'Mo-Fr 08:00-12:00,13:00-17:00; Sa 08:00-12:00; PH off',
    'Mo-Su 22:00-06:00',
    'Mo-Fr 08:00-17:00 || "ring the bell"',
    'Dec 24-Jan 02 off; Mo-Fr 07:00-19:00',
    'sunrise-sunset',
  ])('takes %s', (value) => {
    expect(() => checkReceivingHours(value)).not.toThrow();
  });

  it.each([
    ['blank', '   '],
    ['prose', 'during office hours'],
    ['a point in time', '08:00'],
    ['an hour that does not exist', 'Mo-Fr 25:00-26:00'],
    ['a day that does not exist', 'Xy 08:00-17:00'],
    ['a dangling comma', 'Mo-Fr 08:00-17:00,,'],
    ['hours without minutes', 'Mo-Fr 8-17'],
    ['points for colons', 'Mo-Fr 08.00-17.00'],
    ['English that it would have to correct', 'mon-fri 9am-5pm'],
    ['markup', '<b>24/7</b>'],
    ['what trips the parser itself', 'week 1-2 PH Fr week ; weekMo0'],
    ['255 brackets', '('.repeat(255)],
  ])('refuses %s', (_case, value) => {
    expect(() => checkReceivingHours(value)).toThrow(
      expect.objectContaining({ code: 'invalid_body' }),
    );
  });

  it('does not repeat the value', () => {
    expect(() => checkReceivingHours('whispered secret')).not.toThrow(/whispered/);
  });
});
