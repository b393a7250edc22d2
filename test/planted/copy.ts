/** A copy of the working tree in which a fault is planted, and runs of vitest inside it. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdir, readdir, readFile, rm, symlink } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { root } from '@svc/image/build';
import { z } from 'zod';
import { type PlantedFault, plant } from './fault.ts';

/** Temporary folder, and the servers that all runs share. */
export interface Bench {
  dir: string;
  env: Readonly<Record<string, string>>;
  ended: AbortSignal;
}

/** The test that failed, and the first line of its error. */
export interface Catch {
  file: string;
  test: string;
  error: string;
}

/** Undefined if every test of the rooms passes. */
export async function catchOf(fault: PlantedFault, bench: Bench): Promise<Catch | undefined> {
  // One path for all: compiled code is cached by it.
  const copy = join(bench.dir, 'copy');
  try {
    await copyTree(copy);
    await plant(fault, copy);
    for (const room of fault.rooms) {
      const found = await firstCatch(copy, room, bench);
      if (found) return found;
    }
    return undefined;
  } finally {
    await rm(copy, { recursive: true, force: true });
  }
}

/** A test that does not fail again, alone, is flaky: the room runs once more without its file. */
async function firstCatch(copy: string, room: string, bench: Bench): Promise<Catch | undefined> {
  const flaky: string[] = [];
  for (;;) {
    const without = flaky.flatMap((file) => ['--exclude', file]);
    const found = await runTests(copy, [room, ...without], bench);
    if (!found || (await runTests(copy, [found.file], bench))) return found;
    flaky.push(found.file);
  }
}

const left = new Set(['.git', '.svc', 'node_modules']);

/** Links between workspaces are relative: in the copy they lead to the copy. */
async function copyTree(copy: string): Promise<void> {
  for (const name of await readdir(root)) {
    if (left.has(name)) continue;
    const options = { recursive: true, verbatimSymlinks: true };
    await cp(join(root, name), join(copy, name), options);
  }
  await mkdir(join(copy, 'node_modules'));
  for (const name of await readdir(join(root, 'node_modules'))) {
    // Caches are written.
    if (name === '.cache' || name === '.vite') continue;
    await symlink(join(root, 'node_modules', name), join(copy, 'node_modules', name));
  }
}

const reportForm = z.object({
  numTotalTests: z.int(),
  testResults: z.array(
    z.object({
      name: z.string(),
      status: z.string(),
      message: z.string(),
      assertionResults: z.array(
        z.object({
          status: z.string(),
          fullName: z.string(),
          failureMessages: z.array(z.string()).nullable(),
        }),
      ),
    }),
  ),
});

async function runTests(copy: string, filters: string[], bench: Bench): Promise<Catch | undefined> {
  const reportFile = join(bench.dir, 'report.json');
  await rm(reportFile, { force: true });
  const vitest = join(copy, 'node_modules/vitest/vitest.mjs');
  const reporting = ['--reporter', 'json', '--outputFile', reportFile];
  const child = spawn(process.execPath, [vitest, 'run', '--bail', '1', ...reporting, ...filters], {
    cwd: copy,
    stdio: 'ignore',
    env: { ...process.env, ...bench.env, NODE_COMPILE_CACHE: join(bench.dir, 'compiled') },
  });
  const stop = () => child.kill('SIGTERM');
  bench.ended.addEventListener('abort', stop);
  const [code] = await once(child, 'exit');
  bench.ended.removeEventListener('abort', stop);
  bench.ended.throwIfAborted();
  const report = reportForm.parse(JSON.parse(await readFile(reportFile, 'utf8')));
  const failed = firstFailure(report, copy);
  if (failed) return failed;
  if (report.numTotalTests === 0) throw new Error(`no test runs in ${filters.join(' ')}`);
  if (code === 0) return undefined;
  throw new Error(`vitest ends with ${code} in ${filters.join(' ')}, and no test failed`);
}

/** A test, or a file whose hooks or imports fail. Files that a bail cuts off have no message. */
function firstFailure(
  { testResults }: z.infer<typeof reportForm>,
  copy: string,
): Catch | undefined {
  for (const { name, message, assertionResults } of testResults) {
    const test = assertionResults.find(({ status }) => status === 'failed');
    if (!test && message === '') continue;
    const [error = ''] = (test?.failureMessages?.[0] ?? message).split('\n');
    const title = test?.fullName ?? 'its hooks';
    const file = relative(copy, name);
    return { file, test: `${file} > ${title}`, error: error.slice(0, 160) };
  }
  return undefined;
}
