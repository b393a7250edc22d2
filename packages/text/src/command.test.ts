import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { z } from 'zod';
import { type CliCommand, readArguments, runCommand, UsageError } from './command.ts';

const command = {
  name: 'npm run paint',
  positionals: '<wall> [colour]',
  about: 'Paints a wall.',
  options: {
    coats: {
      schema: z.coerce.number().int().min(1).max(5).default(2),
      value: 'N',
      about: '1 to 5',
    },
    fault: {
      schema: z.array(z.enum(['drip', 'crack'])).default([]),
      value: 'F',
      about: 'what goes wrong',
      multiple: true,
    },
    dry: { schema: z.boolean().default(false), about: 'without paint' },
  },
} satisfies CliCommand;

const usual = { coats: 2, fault: [], dry: false };

it.each<[string, object]>([
  ['wall', { values: usual, positionals: ['wall'] }],
  [
    'wall --coats 3 --dry red',
    { values: { ...usual, coats: 3, dry: true }, positionals: ['wall', 'red'] },
  ],
  [
    '--fault drip --fault crack',
    { values: { ...usual, fault: ['drip', 'crack'] }, positionals: [] },
  ],
  ['--coats many', { fault: expect.stringMatching(/^--coats many: .*expected number/) }],
  ['--coats 6', { fault: expect.stringMatching(/^--coats 6: .*<=5/) }],
  ['--fault rain', { fault: expect.stringMatching(/^--fault rain: .*"drip"\|"crack"/) }],
  ['--coats', { fault: expect.stringContaining("'--coats <value>' argument missing") }],
  ['--colour red', { fault: '--colour is no option of this command.' }],
  ['--coat 3', { fault: '--coat is no option of this command. Did you mean --coats?' }],
  ['--dry=yes', { fault: expect.stringContaining("'--dry' does not take an argument") }],
])('reads options and values of %j', (args, reading) => {
  expect(readArguments(command, args.split(' '))).toEqual(reading);
});

it('takes no positional argument where the command has none', () => {
  const { positionals, ...bare } = command;
  expect(readArguments(bare, ['wall'])).toEqual({
    fault: '"wall" is no argument of this command.',
  });
});

describe('running', () => {
  async function run(args: string[], main = async () => 0) {
    const printed = { out: '', err: '' };
    const before = process.exitCode;
    const spies = [
      vi.spyOn(process.stdout, 'write').mockImplementation((text) => {
        printed.out += String(text);
        return true;
      }),
      vi.spyOn(process.stderr, 'write').mockImplementation((text) => {
        printed.err += String(text);
        return true;
      }),
    ];
    onTestFinished(() => {
      process.exitCode = before;
    });
    try {
      process.exitCode = 0;
      await runCommand(command, main, args);
      return { ...printed, code: process.exitCode };
    } finally {
      for (const spy of spies) spy.mockRestore();
    }
  }

  it('prints help on standard output, and ends well', async () => {
    const { out, err, code } = await run(['wall', '--help']);
    expect([err, code]).toEqual(['', 0]);
    expect(out).toMatch(
      /^usage: npm run paint -- \[options\] <wall> \[colour\]\n\nPaints a wall\.\n/,
    );
    expect(out).toMatch(/^ {2}--coats N {3,}1 to 5$/m);
  });

  it('names a wrong argument on standard error, and ends with 2', async () => {
    const { out, err, code } = await run(['--coats', '9']);
    expect([out, code]).toEqual(['', 2]);
    expect(err).toMatch(/^--coats 9: .*\nusage: npm run paint -- /);
  });

  const failing = (error: Error) => () => Promise.reject(error);
  it.each([
    ['what the command gives', async () => 3, '', 3],
    ['an error', failing(new Error('away', { cause: new Error('no') })), 'away (no)', 1],
    ['a wrong argument that it finds', failing(new UsageError('no such wall')), 'no such wall', 2],
  ])('ends with %s, in one line', async (_what, main, line, ended) => {
    const { out, err, code } = await run(['moon'], main);
    expect([out, err.split('\n')[0], code]).toEqual(['', line, ended]);
  });
});
