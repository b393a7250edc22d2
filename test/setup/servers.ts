import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdir, mkdtemp, readdir, readFile, rm, statfs } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { createInterface } from 'node:readline/promises';
import { until } from '@svc/devnet';
import { dropDatabases } from '@svc/devnet/database';
import { signal } from '@svc/devnet/processes';
import type { TestProject } from 'vitest/node';
import { recordFailure } from './failures.ts';
import { findProcesses } from './leftovers.ts';
import { type Found, notTried } from './programs.ts';
import { needsServers } from './steps.ts';

declare module 'vitest' {
  interface ProvidedContext extends Found {
    /** Superuser URL of the suite's Postgres. */
    postgresUrl: string;
  }
}

/** One Postgres and one nats-server for the whole run, and a temporary folder of its own. */
export default async function setup({ provide }: TestProject): Promise<() => Promise<void>> {
  const dir = await mkdtemp(join((await ramDisk()) ?? tmpdir(), 'svc-test-'));
  await chmod(dir, 0o711);
  const servers = needsServers ? await startServers(dir, provide) : undefined;
  // Own TMPDIR: leftovers of tests are seen, and never mixed with others' files.
  process.env.TMPDIR = join(dir, 'tmp');
  await mkdir(process.env.TMPDIR);
  await chmod(process.env.TMPDIR, 0o711);
  return async () => {
    await workersEnd(servers === undefined ? 0 : 1);
    await servers?.stop();
    await reportLeftovers(dir);
  };
}

/** Workers stop what their files shared as they end, which vitest does not wait for. */
const workersEnd = (otherChildren: number): Promise<unknown> => {
  const children = () => process.getActiveResourcesInfo().filter((name) => name === 'ProcessWrap');
  return until(() => children().length <= otherChildren, {
    timeoutMs: 60_000,
    what: 'workers to end',
  });
};

async function startServers(dir: string, provide: TestProject['provide']) {
  const keeper = startKeeper(dir);
  const exited = once(keeper, 'exit');
  const found = await readFound(keeper).catch(async (error) => {
    keeper.stdin?.end();
    await exited;
    await rm(dir, { recursive: true, force: true });
    throw error;
  });
  const missing = notTried(found);
  for (const name of Object.keys(found) as (keyof typeof found)[]) provide(name, found[name]);
  const dropTemplates = nameTemplates(dir);
  return {
    stop: async () => {
      await dropTemplates();
      keeper.stdin?.end('done');
      await exited;
      for (const line of missing) console.log(`Not tried: ${line}`);
    },
  };
}

const ramDiskMinBytes = 4 * 2 ** 30;

/**
 * Linux's file system in memory, where it is large enough and programs may be run from it. A copy of
 * a database takes 39 ms of processor time there, 630 ms on ext4 of a virtual disk.
 */
export async function ramDisk(): Promise<string | undefined> {
  const folder = '/dev/shm';
  const mounts = await readFile('/proc/mounts', 'utf8').catch(() => '');
  const options = mounts.split('\n').find((mount) => mount.split(' ')[1] === folder);
  if (options === undefined || /\bnoexec\b/.test(options)) return undefined;
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize >= ramDiskMinBytes ? folder : undefined;
}

/** Names the templates of this run's databases; drops them where the server outlives the suite. */
function nameTemplates(dir: string) {
  const prefix = `template_${basename(dir).slice(-6)}_`;
  process.env.SVC_TEST_TEMPLATES = prefix;
  const url = process.env.SVC_TEST_POSTGRES_URL;
  return async () => url && (await dropDatabases(url, prefix));
}

function startKeeper(dir: string): ChildProcess {
  const script = join(import.meta.dirname, 'keeper.ts');
  return spawn(process.execPath, [script, dir], {
    detached: true,
    stdio: ['pipe', 'pipe', 'inherit'],
  });
}

async function readFound(keeper: ChildProcess): Promise<Found & { postgresUrl: string }> {
  if (keeper.stdout === null) throw new Error('the keeper has no output');
  for await (const line of createInterface({ input: keeper.stdout })) {
    const found: Found & { postgresUrl: string } = JSON.parse(line);
    const missing = process.env.SVC_FORBID_SKIP === '1' ? notTried(found) : [];
    if (missing.length > 0) throw new Error(`tests may not skip:\n${missing.join('\n')}`);
    return found;
  }
  throw new Error("the suite's Postgres and NATS could not be started (see above)");
}

async function reportLeftovers(dir: string): Promise<void> {
  // Vitest's own workers may still be there; they are the children of this process.
  const processes = findProcesses(dir).filter(({ parent }) => parent !== process.pid);
  const files = await readdir(join(dir, 'tmp'));
  for (const { pid } of processes) signal(pid, 'SIGKILL');
  await rm(dir, { recursive: true, force: true });
  const left = [...processes.map(({ pid, command }) => `process ${pid}: ${command}`), ...files];
  if (left.length === 0) return;
  recordFailure({ file: 'left behind' });
  throw new Error(`the tests left behind:\n  ${left.join('\n  ')}`);
}
