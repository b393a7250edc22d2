import { execFileSync } from 'node:child_process';
import { readFileSync, rmSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';

// A server that outlives its starter (kill -9) is identified by its process title.
const ownerMark = 'svc-owner-';

/** The name under which this process starts its servers. */
export const ownerName = `${ownerMark}${process.pid}`;

/** Sends the signal; false when there is no such process any more. */
export function signal(pid: number, name: NodeJS.Signals): boolean {
  try {
    process.kill(pid, name);
    return true;
  } catch {
    return false;
  }
}

/** The command line of a running process, or undefined when there is none (zombies have none). */
export function commandLine(pid: number): string | undefined {
  try {
    if (process.platform === 'linux') {
      return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ').trim() || undefined;
    }
    const args = ['-ww', '-o', 'command=', '-p', `${pid}`];
    return execFileSync('ps', args, { encoding: 'utf8', stdio: 'pipe' }).trim();
  } catch {
    return undefined;
  }
}

/**
 * Stops the server of an earlier run in `dir`, by its pid file, and removes that file. A pid that
 * now belongs to another program is ignored; a server whose
 * starter still lives is an error, for two runs cannot share one folder.
 */
export async function stopOrphan(pidFile: string, dir: string): Promise<void> {
  const pid = readPid(pidFile);
  if (pid === undefined) return;
  const command = commandLine(pid);
  if (command?.includes(dir)) {
    const owner = Number(new RegExp(`${ownerMark}(\\d+)`).exec(command)?.[1]);
    if (commandLine(owner)?.includes('node')) {
      throw new Error(`${dir} is in use by process ${owner}: stop that first`);
    }
    await end(pid);
  }
  rmSync(pidFile, { force: true });
}

async function end(pid: number): Promise<void> {
  for (const name of ['SIGINT', 'SIGKILL'] as const) {
    signal(pid, name);
    const end = performance.now() + 10_000;
    while (performance.now() < end) {
      if (commandLine(pid) === undefined) return;
      await pause(20);
    }
  }
  throw new Error(`process ${pid} of an earlier run cannot be stopped: end it yourself`);
}

function readPid(file: string): number | undefined {
  try {
    return Number.parseInt(readFileSync(file, 'utf8'), 10) || undefined;
  } catch {
    return undefined;
  }
}
