import { expect, it } from 'vitest';
import { hasColour, type Shell, table } from './shell.ts';

it.each<[NodeJS.ProcessEnv, boolean, boolean]>([
  [{}, true, true],
  [{}, false, false],
  [{ NO_COLOR: '1' }, true, false],
  [{ NO_COLOR: '0' }, true, false],
  [{ NO_COLOR: '' }, true, true],
  [{ NO_COLOR: '1' }, false, false],
])('with %j on a terminal: %s, colour is %s', (env, isTTY, colour) => {
  expect(hasColour(env, isTTY)).toBe(colour);
});

const shell = (colour: boolean): Shell => ({
  env: {},
  out: () => undefined,
  err: () => undefined,
  hasColour: colour,
  signal: new AbortController().signal,
});
const head = ['ref', 'status'];
const rows = [
  ['SVC-1', 'delivered'],
  ['SVC-22', 'booked'],
];

it('paints the head and the states of a table, and aligns it all the same', () => {
  const painted = table(shell(true), head, rows).split('\n');
  expect(painted).toEqual([
    '\u001b[1mref     status\u001b[22m',
    'SVC-1   \u001b[32mdelivered\u001b[39m',
    'SVC-22  booked',
  ]);
});

it('writes a table without one escape where there is no colour', () => {
  expect(table(shell(false), head, rows)).toBe('ref     status\nSVC-1   delivered\nSVC-22  booked');
});
