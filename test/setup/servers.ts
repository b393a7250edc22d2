import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdir, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline/promises';
import { signal } from '@svc/devnet/processes';
import type { TestProject } from 'vitest/node';
import { findProcesses } from './leftovers.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** Superuser URL of the suite's Postgres. */
    postgresUrl: string;
    /** URL of the suite's nats-server; undefined where none can be had, so those tests skip. */
    natsUrl: string | undefined;
  }
}

/** One Postgres and one nats-server for the whole suite, and a temporary folder of its own. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const dir = await mkdtemp(join(tmpdir(), 'svc-test-'));
  await chmod(dir, 0o711);
  const keeper = startKeeper(dir);
  const gone = once(keeper, 'exit');
  try {
    const { postgresUrl, natsUrl } = await readUrls(keeper);
    project.provide('postgresUrl', postgresUrl);
    project.provide('natsUrl', natsUrl);
  } catch (error) {
    keeper.stdin?.end();
    await gone;
    await rm(dir, { recursive: true, force: true });
    throw error;
  }
  // What tests leave in "the" temporary folder is then seen, and never mixed with others' files.
  process.env.TMPDIR = join(dir, 'tmp');
  await mkdir(process.env.TMPDIR);
  await chmod(process.env.TMPDIR, 0o711);
  return async () => {
    keeper.stdin?.end('done');
    await gone;
    await reportLeftovers(dir);
  };
}

function startKeeper(dir: string): ChildProcess {
  const script = join(import.meta.dirname, 'keeper.ts');
  return spawn(process.execPath, [script, dir], {
    detached: true,
    stdio: ['pipe', 'pipe', 'inherit'],
  });
}

type Urls = { postgresUrl: string; natsUrl: string | undefined };

async function readUrls(keeper: ChildProcess): Promise<Urls> {
  if (keeper.stdout === null) throw new Error('the keeper has no output');
  for await (const line of createInterface({ input: keeper.stdout })) {
    const urls: Urls = JSON.parse(line);
    if (urls.natsUrl === undefined && process.env.SVC_FORBID_SKIP === '1') {
      throw new Error(
        'nats-server is missing (apt-get install nats-server), and tests may not skip',
      );
    }
    return urls;
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
  if (left.length > 0) throw new Error(`the tests left behind:\n  ${left.join('\n  ')}`);
}
