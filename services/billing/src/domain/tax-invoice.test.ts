import { describe, expect, it } from 'vitest';
import { money, pagesOf, rowsFirst, rowsNext, rowsOfTotals } from './tax-invoice.ts';

describe('the pages of an invoice', () => {
  const roomFirst = rowsFirst - rowsOfTotals;
  const roomNext = rowsNext - rowsOfTotals;
  it.each([
    [0, [0]],
    [roomFirst, [roomFirst]],
    [roomFirst + 1, [roomFirst + 1, 0]],
    [rowsFirst + 1, [rowsFirst, 1]],
    [rowsFirst + roomNext, [rowsFirst, roomNext]],
    [rowsFirst + roomNext + 1, [rowsFirst, roomNext + 1, 0]],
    [rowsFirst + rowsNext + 1, [rowsFirst, rowsNext, 1]],
  ])('with %i lines have %j, with room for the totals on the last', (count, pages) => {
    expect(pagesOf(count)).toEqual(pages);
  });
});

it.each([
  [0, '0.00'],
  [5, '0.05'],
  [99_999, '999.99'],
  [100_000, '1 000.00'],
  [123_456_789, '1 234 567.89'],
])('an amount of %i cents is written %s', (cents, text) => {
  expect(money(cents)).toBe(text);
});
