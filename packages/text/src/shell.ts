/** Interface of a command to its terminal: environment, output, abort signal, exit code. */
import { styleText } from 'node:util';
import type { Command } from 'commander';
import { z } from 'zod';
import { printable, printableJson, printableLines } from './printable.ts';

export interface Shell {
  env: NodeJS.ProcessEnv;
  out(text: string): void;
  err(text: string): void;
  /** Whether output may be coloured: `hasColour`. */
  hasColour: boolean;
  /** Aborted by Ctrl-C: what watches ends well. */
  signal: AbortSignal;
  /** Set by a command that ends otherwise than with 0, although it did not fail. */
  exitCode?: number;
}

/** Writes lines to a terminal, whose texts are others'. */
export const lineWriter =
  (stream: NodeJS.WritableStream) =>
  (text: string): void => {
    stream.write(`${printableLines(text)}\n`);
  };

/** Colour is for terminals, and `NO_COLOR` with any text turns it off (no-color.org). */
export const hasColour = (env: NodeJS.ProcessEnv, isTTY: boolean): boolean =>
  isTTY && !env.NO_COLOR;

/** Every command writes to this shell, and ends by an error instead of ending the process. */
export function settle(command: Command, shell: Shell): void {
  command
    .exitOverride()
    .showHelpAfterError('(--help explains)')
    .configureOutput({
      writeOut: (text) => shell.out(text.trimEnd()),
      writeErr: (text) => shell.err(text.trimEnd()),
      getOutHasColors: () => shell.hasColour,
      getErrHasColors: () => shell.hasColour,
    });
  for (const below of command.commands) settle(below, shell);
}

/** Options of a command, those of `svc` itself included; faults are told as wrong arguments. */
export function optionsOf<S extends z.ZodRawShape>(command: Command, shape: S) {
  const form = z.object({ ...shape, json: z.boolean().default(false) });
  const { success, data, error } = form.safeParse(command.optsWithGlobals());
  if (success) return data;
  const [issue] = error.issues;
  return command.error(`error: --${issue?.path.join('.')}: ${issue?.message}`);
}

/** JSON for programs, else text for people. */
export function print(shell: Shell, isJson: boolean, [value, text]: [unknown, () => string]): void {
  shell.out(isJson ? printableJson(value) : text());
}

const colours = {
  delivered: 'green',
  cancelled: 'gray',
  exception: 'red',
  failed: 'red',
  succeeded: 'green',
} as const;
const isColoured = (value: string): value is keyof typeof colours => Object.hasOwn(colours, value);

/** The shell has decided on colour: Node's own look at standard output is not asked. */
const paint = (style: Parameters<typeof styleText>[0], text: string): string =>
  styleText(style, text, { validateStream: false });

/** Columns as wide as their widest cell, a line for each row; states in colour where the terminal has it. */
export function table(shell: Shell, head: readonly string[], given: readonly string[][]): string {
  if (given.length === 0) return 'none';
  const rows = given.map((row) => row.map(printable));
  const widths = head.map((name, i) =>
    Math.max(name.length, ...rows.map((row) => row[i]?.length ?? 0)),
  );
  const line = (cells: readonly string[], style: (cell: string, text: string) => string) =>
    cells
      .map((cell, i) => style(cell, cell.padEnd(widths[i] ?? 0)))
      .join('  ')
      .trimEnd();
  const coloured = (cell: string, text: string) =>
    shell.hasColour && isColoured(cell) ? paint(colours[cell], text) : text;
  const title = line(head, (_, text) => text);
  const top = shell.hasColour ? paint('bold', title) : title;
  return [top, ...rows.map((row) => line(row, coloured))].join('\n');
}

/** Resolves after the time, or at once when the shell is interrupted. */
export const pause = (ms: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer);
      signal.removeEventListener('abort', done);
      resolve();
    };
    const timer = setTimeout(done, ms);
    signal.addEventListener('abort', done, { once: true });
    if (signal.aborted) done();
  });
