import { describe, expect, it } from 'vitest';
import { ackTable, errTable } from './answer.ts';

const booked = { row: 1, order_id: 'A', job_id: 'job_1', ref: 'SVC-1', faults: [] };
const fault = { column: 'totes', code: 'invalid_totes', message: 'a number' };
const refused = { row: 2, order_id: 'B', job_id: null, ref: null, faults: [fault, fault] };
const whole = { column: '', code: 'bad_header', message: 'no header' };

describe('the .err', () => {
  it.each([
    ['all is well', [], [booked], undefined],
    ['nothing came', [], [], undefined],
    ['rows are refused', [], [booked, refused], 2],
    ['the file is bad', [whole], [], 1],
  ])('is as documented when %s', (_, faults, rows, lines) => {
    expect(errTable(faults, rows)?.slice(1).length).toBe(lines);
  });

  it('has row 0 for a fault of the whole file', () => {
    expect(errTable([whole], [])?.[1]).toEqual(['0', '', '', 'bad_header', 'no header']);
  });
});

it.each([
  ['all is well', [], [booked], 1],
  ['there was nothing to book', [], [], 0],
  ['some rows are refused', [], [booked, refused], 1],
  ['all rows are refused', [], [refused], undefined],
  ['the file is bad', [whole], [], undefined],
])('the .ack is as documented when %s', (_, faults, rows, lines) => {
  expect(ackTable(faults, rows)?.slice(1).length).toBe(lines);
});
