/** The real `npm start`, on a data folder and ports of its own, and a reader's shell beside it. */
import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readdir, readFile, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';
import { type Child, freePort, startChild, until } from '@svc/devnet';
import { commandLine } from '@svc/devnet/processes';
import { findProcesses } from '../setup/leftovers.ts';

export const root = join(import.meta.dirname, '../..');

export interface NpmStart {
  /** Variables of a terminal that is to meet this stack: nothing but HOME, PATH and its folder. */
  env: Record<string, string>;
  dataDir: string;
  ports: { live: number; sandbox: number };
  /** Its output so far. */
  output(): Promise<string>;
  /** Resolves when all its processes have ended; `kill` ends npm alone, which tells nobody. */
  stop(how?: 'ctrl-c' | 'kill'): Promise<void>;
}

/** As a fresh terminal has it: without what the suite itself runs on. */
const bare = (folder: string): Record<string, string> => ({
  HOME: process.env.HOME ?? folder,
  PATH: (process.env.PATH ?? '')
    .split(delimiter)
    .filter((entry) => !entry.startsWith(root))
    .join(delimiter),
  TMPDIR: folder,
});

const serverNames = /^(sshd|nats-server|dovecot|chrom.*|google-chrome.*)$/;

/** A PATH along which there is all that is along this one, without servers and browsers. */
export async function pathWithoutServers(folder: string): Promise<string> {
  const bin = join(folder, 'links');
  await mkdir(bin);
  for (const place of bare(folder).PATH?.split(delimiter) ?? []) {
    for (const name of await readdir(place).catch(() => [])) {
      if (serverNames.test(name)) continue;
      // The first of a name counts.
      await symlink(join(place, name), join(bin, name)).catch(() => undefined);
    }
  }
  return bin;
}

export async function npmStart(
  settings: Record<string, string> = {},
  options: readonly string[] = [],
): Promise<NpmStart> {
  const folder = await mkdtemp(join(tmpdir(), 'start-'));
  const dataDir = settings.SVC_DATA_DIR ?? join(folder, 'data');
  const [live, sandbox, desk] = [await freePort(), await freePort(), await freePort()];
  const { PATH, ...others } = settings;
  const env = { ...bare(folder), ...(PATH && { PATH }), SVC_DATA_DIR: dataDir };
  const logFile = join(folder, 'start.log');
  const ports = {
    SVC_LIVE_PORT: String(live),
    SVC_SANDBOX_PORT: String(sandbox),
    SVC_DESK_PORT: String(desk),
  };
  const child: Child = await startChild({
    command: 'npm',
    args: ['start', '--', ...options],
    cwd: root,
    env: { ...env, ...ports, ...others },
    logFile,
    ready: (output) => output.includes('Ctrl-C stops everything'),
    readyTimeoutMs: 120_000,
  }).catch(async (error: unknown) => {
    await rm(folder, { recursive: true, force: true });
    throw error;
  });
  return {
    env,
    dataDir,
    ports: { live, sandbox },
    output: () => readFile(logFile, 'utf8'),
    stop: async (how = 'ctrl-c') => {
      const { pids } = JSON.parse(await readFile(join(dataDir, 'dev.json'), 'utf8'));
      // Ctrl-C reaches the whole group.
      if (how === 'ctrl-c') process.kill(-child.pid, 'SIGINT');
      else process.kill(child.pid, 'SIGKILL');
      const hasEnded = () => pids.every((pid: number) => commandLine(pid) === undefined);
      await until(hasEnded, { timeoutMs: 50_000, what: 'npm start to stop' });
      await child.exited;
      // The shells between npm and its work notice a moment later.
      const isGone = () => findProcesses(folder).length === 0;
      await until(isGone, { timeoutMs: 10_000, what: 'all of npm start to end' });
      await rm(folder, { recursive: true, force: true });
    },
  };
}

interface Finished {
  code: number;
  stdout: string;
  stderr: string;
}

/** A command as it is typed; it may fail, but not hang. */
export async function typed(
  command: string,
  args: readonly string[],
  { env, timeoutMs = 60_000 }: { env: Record<string, string>; timeoutMs?: number },
): Promise<Finished> {
  const options = { cwd: root, env, timeout: timeoutMs, maxBuffer: 16 * 1024 * 1024 };
  try {
    return { code: 0, ...(await promisify(execFile)(command, [...args], options)) };
  } catch (error) {
    const { code, stdout, stderr, killed } = error as Finished & { killed?: boolean };
    if (killed) throw new Error(`${args.join(' ')} did not end: ${stdout}${stderr}`);
    return { code, stdout, stderr };
  }
}
