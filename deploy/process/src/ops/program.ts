/** `ops`: an operator's command line. */
import { hasColour, lineWriter, settle } from '@svc/text/shell';
import { Command, CommanderError } from 'commander';
import { deadLetters, redrive } from './dead-letters.ts';
import { keys } from './keys.ts';

export type { OpsShell } from './operator.ts';

import { type OpsShell, Refused } from './operator.ts';
import { status } from './status.ts';
import { tasks } from './tasks.ts';
import { tenants } from './tenants.ts';

const codes = { failed: 1, usage: 2, refused: 3 } as const;

/** `name` as it is typed; `reaches` says which environment. */
export interface OpsProgram {
  name: string;
  reaches: string;
  hasSandbox: boolean;
}

function program(shell: OpsShell, { name, reaches, hasSandbox }: OpsProgram): Command {
  const ops = new Command(name)
    .description(`Looks at an environment and repairs it.\n${reaches}`)
    .option('--json', 'print JSON for programs')
    .addHelpText(
      'after',
      '\nExit codes: 0 done, 1 failed or not well, 2 wrong arguments, 3 refused by a service',
    );
  if (hasSandbox) ops.option('--sandbox', 'the sandbox, not live');
  for (const make of [status, deadLetters, redrive, tasks, tenants, keys]) {
    ops.addCommand(make(shell));
  }
  settle(ops, shell);
  return ops;
}

/** Runs a command line; resolves with the exit code. */
export async function runOps(
  args: readonly string[],
  shell: OpsShell,
  how: OpsProgram,
): Promise<number> {
  try {
    await program(shell, how).parseAsync([...args], { from: 'user' });
    return shell.exitCode ?? 0;
  } catch (error) {
    // Help and usage are printed by the parser itself.
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : codes.usage;
    shell.err(error instanceof Error ? error.message : String(error));
    return error instanceof Refused ? codes.refused : codes.failed;
  }
}

/** The shell of this process. */
export const processShell = (connect: OpsShell['connect']): OpsShell => ({
  env: process.env,
  out: lineWriter(process.stdout),
  err: lineWriter(process.stderr),
  hasColour: hasColour(process.env, process.stdout.isTTY),
  signal: new AbortController().signal,
  connect,
});
