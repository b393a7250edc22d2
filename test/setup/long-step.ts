/**
 * The long step: the suite's slow half. A test that fails is repeated once, alone, with the same
 * seeds: passing then, it is listed as flaky. Failing twice, more repeats than two, or a file that
 * fails outside of its tests, ends the run with 1. With `SVC_MINUTES` no part begins after that time:
 * those left out are named in the last lines.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { globSync } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Failure } from './failures.ts';
import { interruption } from './interruption.ts';
import { longSteps, patterns } from './steps.ts';

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
  const minutes = Number(process.env.SVC_MINUTES ?? Number.POSITIVE_INFINITY);
  const end = performance.now() + minutes * 60_000;
  const failures: Failure[] = [];
  const leftOut: string[] = [];
  for (const step of args.length > 0 ? [longSteps.join()] : longSteps.filter(hasFiles)) {
    if (performance.now() > end) {
      leftOut.push(step);
      continue;
    }
    const { code, failures: own } = await runVitest(step, args);
    failures.push(...own);
    if (code !== 0 && (own.length === 0 || !areRepeatable(failures))) return code;
  }
  if (!(await pass(failures))) return 1;
  if (leftOut.length > 0) console.log(`\nLEFT OUT, time is short: ${leftOut.join(', ')}`);
  return 0;
}

function hasFiles(step: keyof typeof patterns): boolean {
  return globSync(patterns[step], { cwd: root }).length > 0;
}

function areRepeatable(failures: readonly Failure[]): boolean {
  return failures.length <= repeatsMax && failures.every(({ title }) => title !== undefined);
}

/** Whether each of them passes alone. */
async function pass(failures: readonly Failure[]): Promise<boolean> {
  const flaky: string[] = [];
  for (const { file, title = '' } of failures) {
    console.log(`\nRepeated alone: ${file} > ${title}\n`);
    const again = await runVitest(longSteps.join(), [file, '-t', exactly(title)]);
    if (again.code !== 0) return false;
    flaky.push(`${file} > ${title}`);
  }
  const what = 'FLAKY, failed once and passed alone; find the cause';
  if (flaky.length > 0) console.log(`\n${what}:\n  ${flaky.join('\n  ')}`);
  return true;
}

function exactly(title: string): string {
  return `^${title.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')}$`;
}

async function runVitest(
  step: string,
  args: readonly string[],
): Promise<{ code: number; failures: Failure[] }> {
  const vitest = join(root, 'node_modules/vitest/vitest.mjs');
  const SVC_FAILURES = join(folder, 'failures');
  const child = spawn(process.execPath, [vitest, 'run', ...args], {
    cwd: root,
    stdio: ['ignore', 'inherit', 'inherit'],
    env: { ...process.env, SVC_STEP: step, SVC_FAILURES },
  });
  signal.addEventListener('abort', () => child.kill('SIGTERM'));
  const [code] = await once(child, 'exit');
  const lines = await readFile(SVC_FAILURES, 'utf8');
  const failures = lines.split('\n').filter((line) => line !== '');
  return { code: Number(code ?? 1), failures: failures.map((line) => JSON.parse(line)) };
}
