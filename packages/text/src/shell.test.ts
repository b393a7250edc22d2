import { Writable } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { hasColour, lineWriter, print, type Shell, table } from './shell.ts';

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

describe('text of others', () => {
  const name = 'Nightly\u009b1A\u009b2K\u202e\n cli_FAKE  injected line';

  it('begins no row of a table and moves no cursor', () => {
    const lines = table(shell(true), ['id', 'name'], [['cli_1', name]]).split('\n');
    expect(lines).toHaveLength(2);
    expect(lines[1]).toBe('cli_1  Nightly?1A?2K?? cli_FAKE  injected line');
  });

  it('is escaped in JSON, and reads as the same value', () => {
    const printed: string[] = [];
    print({ ...shell(true), out: (text) => printed.push(text) }, true, [{ name }, () => '']);
    expect(printed[0]).toContain('\\u009b1A\\u009b2K\\u202e\\n');
    expect(JSON.parse(printed[0] ?? '')).toEqual({ name });
  });

  it('reaches no terminal with controls, whichever way it takes; own lines and colours do', () => {
    const written: string[] = [];
    const stream = new Writable({
      write: (chunk, _encoding, done) => {
        written.push(String(chunk));
        done();
      },
    });
    lineWriter(stream)(`\u001b[32mok\u001b[39m\n\u001b[2J\u009b2J\u001b]0;title\u0007`);
    expect(written.join('')).toBe('\u001b[32mok\u001b[39m\n?[2J?2J?]0;title?\n');
  });
});
