import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import {
  dayFilter,
  localTimeEntry,
  numberEntry,
  optionalText,
  phoneEntry,
  requiredEntry,
  textEntry,
} from '../src/pages/entries.ts';
import { endOfDay, instantOf, monthName, monthsUntil } from '../src/pages/local-time.ts';
import { formatMoney } from '../src/pages/money.ts';

describe('money', () => {
  it.each([
    [0, 'R 0.00'],
    [5, 'R 0.05'],
    [-5, '−R 0.05'],
    [99, 'R 0.99'],
    [100, 'R 1.00'],
    [99_999, 'R 999.99'],
    [100_000, 'R 1 000.00'],
    [123_450, 'R 1 234.50'],
    [123_456_789, 'R 1 234 567.89'],
    [-1_000_000, '−R 10 000.00'],
    [9_007_199_254_740_991, 'R 90 071 992 547 409.91'],
  ])('%i cents are written %s', (cents, text) => {
    expect(formatMoney(cents).replaceAll('\u00a0', ' ')).toBe(text);
  });
});

describe('times of fields', () => {
  it.each([
    ['2026-11-02T10:00', '2026-11-02T08:00:00.000Z'],
    ['2026-11-02T00:30:15', '2026-11-01T22:30:15.000Z'],
  ])('%s in South Africa is %s', (local, utc) => {
    expect(z.iso.datetime({ offset: true }).parse(instantOf(local))).toMatch(/\+02:00$/);
    expect(new Date(instantOf(local)).toISOString()).toBe(utc);
  });

  it.each([
    ['2026-12-31', '2027-01-01T00:00:00+02:00'],
    ['2028-02-28', '2028-02-29T00:00:00+02:00'],
  ])('the day %s ends at %s', (day, end) => {
    expect(endOfDay(day)).toBe(end);
  });

  it('counts months back over a new year, from the South African one', () => {
    expect(monthsUntil(new Date('2026-01-31T22:00:00.000Z'), 3)).toEqual([
      '2026-02',
      '2026-01',
      '2025-12',
    ]);
    expect(monthName('2025-12')).toBe('December 2025');
  });
});

describe('entries', () => {
  it.each([
    ['text', textEntry(5), '  a\r\nb ', 'a\nb'],
    ['no text', textEntry(5), undefined, ''],
    ['an optional text', optionalText(5), ' ', undefined],
    ['a telephone', phoneEntry, ' +27 11 555 0100 ', '+27 11 555 0100'],
    ['no telephone', phoneEntry, '', null],
    ['a number', numberEntry({ min: -90, max: 90 }), '-26.2041', -26.2041],
    ['a number with a comma', numberEntry({ min: -90, max: 90 }), '-26,2041', -26.2041],
    ['a whole number', numberEntry({ min: 1, max: 99, isWhole: true }), '99', 99],
    ['a time', localTimeEntry, '2026-02-28T23:59', '2026-02-28T23:59'],
    ['no time', localTimeEntry, '', undefined],
    ['a day of a filter', dayFilter, '2026-02-28', '2026-02-28'],
    ['a day that does not exist', dayFilter, '2026-02-30', undefined],
    ['a day that is no text', dayFilter, ['2026-02-28'], undefined],
  ])('reads %s', (_name, schema, entered, value) => {
    expect(schema.parse(entered)).toBe(value);
  });

  it.each([
    ['a text that is too long', textEntry(5), 'abcdef', 'At most 5 characters.'],
    ['a control character', textEntry(5), 'a\u0000', 'Holds characters that are no text.'],
    ['two texts of one name', textEntry(5), ['a', 'b'], 'Enter one text.'],
    ['blanks for a text', requiredEntry(5, 'Say why.'), '  ', 'Say why.'],
    ['letters for a telephone', phoneEntry, 'call me', /^Enter 4 to 32 digits/],
    ['a number that is too large', numberEntry({ min: 0, max: 9 }), '10', /^Enter a number from 0/],
    ['words for a number', numberEntry({ min: 0, max: 9 }), '1e3', /^Enter a number from 0/],
    ['nothing for a number', numberEntry({ min: 0, max: 9 }), '', /^Enter a number from 0/],
    [
      'a half for a whole number',
      numberEntry({ min: 0, max: 9, isWhole: true }),
      '0.5',
      /^Enter a whole number from 0/,
    ],
    ['a time that does not exist', localTimeEntry, '2026-02-30T10:00', /^Enter a day and a time/],
    ['a time with a zone', localTimeEntry, '2026-02-28T10:00Z', /^Enter a day and a time/],
  ])('refuses %s in words', (_name, schema, entered, words) => {
    const { error } = schema.safeParse(entered);
    expect(error?.issues).toHaveLength(1);
    expect(error?.issues[0]?.message).toMatch(words);
  });
});
