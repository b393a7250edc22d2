import { describe, expect, it } from 'vitest';
import { type Column, normalCell, spreadsheetDamage } from './spreadsheet.ts';

describe('a cell', () => {
  it.each<[Column, string, string[]]>([
    [
      'drop_window',
      '08:00-12:00',
      ['8:00-12:00', ' 08:00 – 12:00 ', '8:00:00-12:00:00', '08h00-12h00', '8H00 to 12H00'],
    ],
    [
      'temperature_class',
      '2-8C',
      ['2-8 °C', '2 – 8°C', '2-8c', '2-8', '2°C - 8°C', '+2 to +8 °C', '2‐8\u00a0ºC', '2-8℃'],
    ],
    ['temperature_class', 'ambient', ['Ambient', ' AMBIENT']],
    ['un_number', 'UN3373', ['3373', 'un3373', 'UN 3373', 'UN-3373']],
    ['totes', '2', ['02', '2.0', '2,0', '2,00', ' 2\u00a0']],
    ['schedule_max', '0', ['0', '00', '0,0']],
  ])('of %s is %s in any notation', (column, form, cells) => {
    expect(cells.map((cell) => normalCell(column, cell))).toEqual(cells.map(() => form));
  });

  it.each<[Column, string]>([
    ['drop_window', '8-12'],
    ['drop_window', '8:00'],
    ['temperature_class', '12-8C'],
    ['temperature_class', '2-8F'],
    ['totes', '1,5'],
    ['totes', '3,000'],
    ['totes', '1e1'],
    ['schedule_max', 'S5'],
    ['un_number', '33733'],
    ['order_id', '007'],
  ])('of %s that is ambiguous is unchanged: %s', (column, cell) => {
    expect(normalCell(column, cell)).toBe(cell);
  });
});

describe('a value that a spreadsheet destroyed', () => {
  it.each<[Column, string, RegExp]>([
    ['order_id', '6,00123E+12', /rounded a long number: format the column as Text/],
    ['order_id', '6.00123E+12', /rounded/],
    ['reference', '6E+12', /rounded/],
    ['order_id', '01-Mar', /made a date of it: format the column as Text/],
    ['order_id', 'Mar-26', /date/],
    ['order_id', '1-Mrt-26', /date/],
    ['order_id', '2026/03/01', /date/],
    ['consignee_site', '01/03/2026', /date/],
    ['temperature_class', '02-Aug', /date/],
    ['drop_window', '08-Dec', /date/],
    ['un_number', '4', /leading zeros.*UN0004/],
    ['consignee_name', '#NAME?', /error/],
    ['order_id', '########', /error/],
  ])('in the form %s is detected: %s', (column, cell, reason) => {
    expect(spreadsheetDamage(column, cell)).toMatch(reason);
  });

  it.each<[Column, string]>([
    ['order_id', 'MAR-01'],
    ['order_id', '2026-03-01'],
    ['order_id', '6E12'],
    ['reference', '28-Nov'],
    ['consignee_name', '#1 Pharmacy'],
    ['totes', '4'],
  ])('is not detected in the form %s: %s', (column, cell) => {
    expect(spreadsheetDamage(column, cell)).toBeUndefined();
  });
});
