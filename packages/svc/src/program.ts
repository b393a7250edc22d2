/** `svc`: the API from a terminal. */

import { ProblemError } from '@svc/sdk';
import { type Shell, settle } from '@svc/text/shell';
import { Command, CommanderError } from 'commander';
import { completion } from './completion.ts';
import { clients, keys } from './credentials.ts';
import { events, webhooks } from './events.ts';
import { files } from './files.ts';
import { book, cancel, jobs, quote, track } from './jobs.ts';
import { login } from './login.ts';
import { mcp } from './mcp.ts';
import { certificates, custody } from './proof.ts';
import { requests } from './requests.ts';
import { open, sandbox, telemetry } from './tools.ts';

/** Exit codes: a program tells them apart without reading what was printed. */
const codes = { failed: 1, usage: 2, refused: 3 } as const;

function program(shell: Shell): Command {
  const svc = new Command('svc')
    .description('Price, book, track and prove healthcare courier jobs.')
    .option('--json', 'print JSON for programs')
    .addHelpText(
      'after',
      `
Exit codes: 0 done, 1 failed, 2 wrong arguments, 3 refused by the API
Credentials: svc login, or SVC_BASE_URL with SVC_CLIENT_ID and SVC_CLIENT_SECRET, or SVC_API_KEY`,
    );
  for (const make of [login, quote, book, jobs, track, cancel, custody, certificates]) {
    svc.addCommand(make(shell));
  }
  for (const make of [webhooks, events, telemetry, files, requests]) svc.addCommand(make(shell));
  for (const make of [clients, keys, sandbox, open, mcp]) svc.addCommand(make(shell));
  svc.addCommand(completion(shell, svc));
  settle(svc, shell);
  return svc;
}

/** Runs a command line; resolves with the exit code. */
export async function runSvc(args: readonly string[], shell: Shell): Promise<number> {
  try {
    await program(shell).parseAsync([...args], { from: 'user' });
    return shell.exitCode ?? 0;
  } catch (error) {
    // Help and usage are printed by the parser itself.
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : codes.usage;
    shell.err(error instanceof Error ? error.message : String(error));
    if (error instanceof ProblemError) {
      for (const { pointer, detail } of error.items) shell.err(`  ${pointer}: ${detail}`);
      return codes.refused;
    }
    return codes.failed;
  }
}
