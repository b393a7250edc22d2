/** A reader with one terminal, who pastes the blocks of guides one after the other. */
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { startChild } from '@svc/devnet';
import type { ShiftedClock } from './clock.ts';
import type { Step } from './guide.ts';
import { type NpmStart, root } from './npm-start.ts';

/** On a line of its own, even if what was printed before it does not end one. */
const mark = (step: Step) => `\n--- ${step.guide} ${step.number} ---\n`;

export interface Terminal {
  stack: NpmStart;
  /** For what the reader's shell writes; removed with the stack's own. */
  folder: string;
  /** That of the stack. */
  clock: ShiftedClock;
}

/** Standard output of each step, by guide and number. Fails at the first block that fails. */
export async function follow(
  steps: readonly Step[],
  { stack, folder, clock: { bin, NODE_OPTIONS } }: Terminal,
  timeoutMs: number,
): Promise<Map<string, string>> {
  const [script, errors, logFile] = ['walk.sh', 'errors', 'walk.log'].map((name) =>
    join(folder, name),
  ) as [string, string, string];
  const blocks = steps.map((step) => `printf '%s' '${mark(step)}'\n${step.code}\n`);
  await writeFile(script, `exec 2> '${errors}'\n${blocks.join('')}printf '\n--- end ---\n'\n`);
  const env = { ...stack.env, TMPDIR: folder, NODE_OPTIONS, PATH: `${bin}:${stack.env.PATH}` };
  // A POSIX shell: what runs here runs in bash, zsh and dash.
  const shell = await startChild({
    command: 'sh',
    args: ['-eu', script],
    cwd: root,
    env,
    logFile,
    ready: () => true,
  });
  const timer = setTimeout(() => void shell.kill(), timeoutMs);
  const code = await shell.exited.finally(() => clearTimeout(timer));
  const output = await readFile(logFile, 'utf8');
  if (code !== 0) {
    const complaint = await readFile(errors, 'utf8');
    throw new Error(`the shell ended with ${code}: ${tail(output)}\n${tail(complaint)}`);
  }
  return printedBy(output);
}

const tail = (text: string): string => text.slice(-3_000);

function printedBy(output: string): Map<string, string> {
  const parts = output.split(/\n--- (.*) ---\n/).slice(1);
  const names = parts.filter((_, i) => i % 2 === 0);
  return new Map(names.map((name, i) => [name, parts[2 * i + 1] ?? '']));
}
