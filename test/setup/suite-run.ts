import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { root } from '@svc/image/build';

export interface SuiteRun {
  /** Folder of a suite of its own: it has a `vitest.config.mjs`. */
  folder: string;
  args?: readonly string[];
  env: Readonly<Record<string, string>>;
  /** Ends the tests, which stop what they started. */
  ended: AbortSignal;
}

/** Runs a suite that is apart from `npm test`; resolves with its exit code. */
export async function runSuite({ folder, args = [], env, ended }: SuiteRun): Promise<number> {
  const vitest = join(root, 'node_modules/vitest/vitest.mjs');
  const config = join(folder, 'vitest.config.mjs');
  const child = spawn(process.execPath, [vitest, 'run', '--config', config, ...args], {
    cwd: root,
    stdio: ['ignore', 'inherit', 'inherit'],
    env: { ...process.env, ...env },
  });
  ended.addEventListener('abort', () => child.kill('SIGTERM'));
  const [code] = await once(child, 'exit');
  return code ?? 1;
}
