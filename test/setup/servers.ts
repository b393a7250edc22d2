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
    /** Whether OpenSSH's server can run; where it cannot, tests of the file channel skip. */
    hasSshd: boolean;
    /** Whether Dovecot can run; where it cannot, tests of manifests by e-mail skip. */
    hasDovecot: boolean;
  }
}

/** One Postgres and one nats-server for the whole suite, and a temporary folder of its own. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const dir = await mkdtemp(join(tmpdir(), 'svc-test-'));
  await chmod(dir, 0o711);
  const keeper = startKeeper(dir);
  const gone = once(keeper, 'exit');
  try {
    const { postgresUrl, natsUrl, hasSshd, hasDovecot } = await readUrls(keeper);
    project.provide('postgresUrl', postgresUrl);
    project.provide('natsUrl', natsUrl);
    project.provide('hasSshd', hasSshd);
    project.provide('hasDovecot', hasDovecot);
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

type Urls = Parameters<typeof requireAll>[0] & { postgresUrl: string };

async function readUrls(keeper: ChildProcess): Promise<Urls> {
  if (keeper.stdout === null) throw new Error('the keeper has no output');
  for await (const line of createInterface({ input: keeper.stdout })) {
    const urls: Urls = JSON.parse(line);
    if (process.env.SVC_FORBID_SKIP === '1') requireAll(urls);
    return urls;
  }
  throw new Error("the suite's Postgres and NATS could not be started (see above)");
}

function requireAll(found: {
  natsUrl: string | undefined;
  hasSshd: boolean;
  hasDovecot: boolean;
}): void {
  const missing = [
    ...(found.natsUrl === undefined ? ['nats-server (apt-get install nats-server)'] : []),
    ...(found.hasSshd ? [] : ['sshd (apt-get install openssh-server, as root)']),
    ...(found.hasDovecot ? [] : ['dovecot (apt-get install dovecot-imapd, as root)']),
  ];
  if (missing.length === 0) return;
  throw new Error(`tests may not skip, but there is no ${missing.join(', no ')}`);
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
