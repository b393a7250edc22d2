import { expect, it } from 'vitest';
import { disarmed } from './csv.ts';

it.each([
  ['at the beginning', '=1+1', "'=1+1"],
  ['at the beginning, full width', '＝1+1', "'＝1+1"],
  ['behind a semicolon', 'x;=1+1', "x;'=1+1"],
  ['behind each of several', '-1;@a;;+b', "'-1;'@a;;'+b"],
  ['behind a semicolon and blanks', 'x; \t-1', "x; \t'-1"],
  ['behind a semicolon and a quote', 'x;"=HYPERLINK("a")', 'x;"\'=HYPERLINK("a")'],
  ['behind a tab', 'x\t=1', "x\t'=1"],
  ['behind a line break', 'x\r\n=1', "x\r\n'=1"],
  ['behind a tab at the beginning', '\t=1', "'\t'=1"],
])('disarms a cell that begins a formula %s', (_where, text, expected) => {
  expect(disarmed(text)).toBe(expected);
});

it.each(['Ward 3; bay 2', 'a-b', '2 + 2', "O'Brien", '10:30', ''])('leaves %j as it is', (text) => {
  expect(disarmed(text)).toBe(text);
});
