/**
 * The long step: the suite's slow half. A test that fails is repeated once, alone, with the same
 * seeds: passing then, it is listed as flaky. Failing twice, more repeats than two, or a file that
 * fails outside of its tests, ends the run with 1.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Failure } from './failures.ts';
import { interruption } from './interruption.ts';

const root = join(import.meta.dirname, '..', '..');
const repeatsMax = 2;

const { signal } = interruption();
const folder = await mkdtemp(join(tmpdir(), 'long-step-'));
try {
  process.exitCode = await longStep(process.argv.slice(2));
} finally {
  await rm(folder, { recursive: true, force: true });
}

async function longStep(args: readonly string[]): Promise<number> {
  const { code, failures } = await runVitest(args);
  const isRepeatable = failures.every(({ title }) => title !== undefined);
  if (failures.length === 0 || failures.length > repeatsMax || !isRepeatable) return code;
  const flaky: string[] = [];
  for (const { file, title = '' } of failures) {
    console.log(`\nRepeated alone: ${file} > ${title}\n`);
    const again = await runVitest([file, '-t', exactly(title)]);
    if (again.code !== 0) return 1;
    flaky.push(`${file} > ${title}`);
  }
  console.log(`\nFLAKY, failed once and passed alone; find the cause:\n  ${flaky.join('\n  ')}`);
  return 0;
}

function exactly(title: string): string {
  return `^${title.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')}$`;
}

async function runVitest(args: readonly string[]): Promise<{ code: number; failures: Failure[] }> {
  const vitest = join(root, 'node_modules/vitest/vitest.mjs');
  const SVC_FAILURES = join(folder, 'failures');
  const child = spawn(process.execPath, [vitest, 'run', ...args], {
    cwd: root,
    stdio: ['ignore', 'inherit', 'inherit'],
    env: { ...process.env, SVC_STEP: 'long', SVC_FAILURES },
  });
  signal.addEventListener('abort', () => child.kill('SIGTERM'));
  const [code] = await once(child, 'exit');
  const lines = await readFile(SVC_FAILURES, 'utf8');
  const failures = lines.split('\n').filter((line) => line !== '');
  return { code: Number(code ?? 1), failures: failures.map((line) => JSON.parse(line)) };
}
