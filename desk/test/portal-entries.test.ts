/** Entries of forms as values, and as the requests that they mean. */
import { cancellationFeePercent, lineText, percentOf, text } from '@svc/contracts';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { area, day, line, localTime, number, orNone, phone } from '../src/form/field.ts';
import { filterOf, schemaOf } from '../src/form/form-fields.ts';
import { bookingFields, bookingInput } from '../src/pages/portal/booking-entries.ts';
import { feeText } from '../src/pages/portal/job-forms.ts';
import { endOfDay, instantOf, monthName, monthsUntil } from '../src/words/local-time.ts';
import { formatMoney } from '../src/words/money.ts';
import { exampleJob } from './examples.ts';

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
  ])('of %i cents is written as %s', (cents, text) => {
    expect(formatMoney(cents).replaceAll('\u00a0', ' ')).toBe(text);
  });
});

describe('times of fields', () => {
  it.each([
    ['2026-11-02T10:00', '2026-11-02T08:00:00.000Z'],
    ['2026-11-02T00:30:15', '2026-11-01T22:30:15.000Z'],
  ])('at %s in South Africa are %s in UTC', (local, utc) => {
    expect(z.iso.datetime({ offset: true }).parse(instantOf(local))).toMatch(/\+02:00$/);
    expect(new Date(instantOf(local)).toISOString()).toBe(utc);
  });

  it.each([
    ['2026-12-31', '2027-01-01T00:00:00+02:00'],
    ['2028-02-28', '2028-02-29T00:00:00+02:00'],
  ])('of the day %s end at %s', (day, end) => {
    expect(endOfDay(day)).toBe(end);
  });

  it('count months back over a new year, from the South African one', () => {
    expect(monthsUntil(new Date('2026-01-31T22:00:00.000Z'), 3)).toEqual([
      '2026-02',
      '2026-01',
      '2025-12',
    ]);
    expect(monthName('2025-12')).toBe('December 2025');
  });
});

const told = { label: 'A field' };
const degrees = z.number().min(-90).max(90);
const upTo9 = number(z.number().min(0).max(9), told);

describe('entries', () => {
  it.each([
    ['text', area(text(5), told), '  a\r\nb ', 'a\nb'],
    ['no text', area(text(5), told), undefined, ''],
    ['an optional text', orNone(line(lineText(5), told)), ' ', undefined],
    ['a telephone', phone('Telephone'), ' +27 11 555 0100 ', '+27 11 555 0100'],
    ['no telephone', phone('Telephone'), '', null],
    ['a number', number(degrees, told), '-26.2041', -26.2041],
    ['a number with a comma', number(degrees, told), '-26,2041', -26.2041],
    ['a whole number', number(z.int().min(1).max(99), told), '99', 99],
    ['a time', localTime(told), '2026-02-28T23:59', '2026-02-28T23:59'],
    ['no time', localTime(told), '', undefined],
  ])('that hold %s are read as their value', (_name, { entry }, entered, value) => {
    expect(entry.parse(entered)).toBe(value);
  });

  it.each([
    ['a control character', area(text(5), told), 'a\u0000', 'Holds characters that are no text.'],
    ['blanks for a text', area(text(5), { ...told, missing: 'Say why.' }), '  ', 'Say why.'],
    ['a number that is too large', upTo9, '10', /^Enter a number from 0/],
    ['words for a number', upTo9, '1e3', /^Enter a number from 0/],
    ['nothing for a number', upTo9, '', /^Enter a number from 0/],
    ['a time with a zone', localTime(told), '2026-02-28T10:00Z', /^Enter a day and a time/],
    ['a day that does not exist', day(told), '2026-02-30', /^Enter a day/],
  ])('that hold %s are refused in words', (_name, { entry }, entered, words) => {
    const { error } = entry.safeParse(entered);
    expect(error?.issues).toHaveLength(1);
    expect(error?.issues[0]?.message).toMatch(words);
  });

  it('of a filter count as none where they do not fit', () => {
    const { query } = filterOf({ day: day(told) });
    const days = ['2026-02-28', '2026-02-30', ['2026-02-28']].map((each) =>
      query.parse({ day: each }),
    );
    expect(days.map((each) => each.day)).toEqual(['2026-02-28', undefined, undefined]);
  });
});

// With a held quote and all terms: the example of /book (form-examples.ts).
it('a booking at the price of the day is the request of the API', () => {
  const sites = { pickup_site_id: 'site_1', dropoff_site_id: 'site_2' };
  const priced = { sku: 'LAB-STD', priority: 'critical', timing: 'sunday' };
  const entered = { ...sites, ...priced, parcels: '2', priced: '[]' };
  expect(bookingInput(schemaOf(bookingFields).parse(entered))).toEqual({
    ...{ ...sites, ...priced, parcels: 2 },
    ...{ note: '', pickup_contact: null, dropoff_contact: null, reference: '' },
  });
});

const amount_cents = 12_301;
const fee = formatMoney(percentOf(amount_cents, cancellationFeePercent));
const most = `A courier is assigned: cancelling costs ${cancellationFeePercent} % of the base price, at most ${fee} without VAT.`;
it.each([
  ['booked', 'No courier is assigned yet: cancelling now costs nothing.'],
  ['assigned', most],
  ['exception', most],
] as const)('the fee of cancelling a job that is %s is shown before', (status, text) => {
  const price = { ...exampleJob.price, amount_cents };
  expect(feeText({ status, price })).toBe(text);
});
