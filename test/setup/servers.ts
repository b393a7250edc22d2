import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdir, mkdtemp, readdir, readFile, rm, statfs } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { createInterface } from 'node:readline/promises';
import { dropDatabases } from '@svc/devnet/database';
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
    /** Whether Prometheus and promtool can run; where they cannot, tests of alerts skip. */
    hasPrometheus: boolean;
    /** Whether barcodes can be read and written; where they cannot, tests of labels and scans skip. */
    hasBarcodeReaders: boolean;
  }
}

/** One Postgres and one nats-server for the whole suite, and a temporary folder of its own. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const dir = await mkdtemp(join((await ramDisk()) ?? tmpdir(), 'svc-test-'));
  await chmod(dir, 0o711);
  const keeper = startKeeper(dir);
  const exited = once(keeper, 'exit');
  try {
    const { postgresUrl, natsUrl, ...found } = await readUrls(keeper);
    project.provide('postgresUrl', postgresUrl);
    project.provide('natsUrl', natsUrl);
    project.provide('hasSshd', found.hasSshd);
    project.provide('hasDovecot', found.hasDovecot);
    project.provide('hasPrometheus', found.hasPrometheus);
    project.provide('hasBarcodeReaders', found.hasBarcodeReaders);
  } catch (error) {
    keeper.stdin?.end();
    await exited;
    await rm(dir, { recursive: true, force: true });
    throw error;
  }
  const dropTemplates = nameTemplates(dir);
  // Own TMPDIR: leftovers of tests are seen, and never mixed with others' files.
  process.env.TMPDIR = join(dir, 'tmp');
  await mkdir(process.env.TMPDIR);
  await chmod(process.env.TMPDIR, 0o711);
  return async () => {
    await dropTemplates();
    keeper.stdin?.end('done');
    await exited;
    await reportLeftovers(dir);
  };
}

const ramDiskMinBytes = 4 * 2 ** 30;

/**
 * Linux's file system in memory, where it is large enough and programs may be run from it. A copy of
 * a database takes 39 ms of processor time there, 630 ms on ext4 of a virtual disk.
 */
async function ramDisk(): Promise<string | undefined> {
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
  hasPrometheus: boolean;
  hasBarcodeReaders: boolean;
}): void {
  const missing = [
    ...(found.natsUrl === undefined ? ['nats-server (apt-get install nats-server)'] : []),
    ...(found.hasSshd ? [] : ['sshd (apt-get install openssh-server, as root)']),
    ...(found.hasDovecot ? [] : ['dovecot (apt-get install dovecot-imapd, as root)']),
    ...(found.hasPrometheus ? [] : ['promtool (apt-get install prometheus, as root)']),
    ...(found.hasBarcodeReaders
      ? []
      : ['zbarimg, dmtxread, ZXingReader, zint (apt-get install zbar-tools …, as root)']),
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
