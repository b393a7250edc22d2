import { existsSync, readdirSync, readFileSync } from 'node:fs';

export type Leftover = { pid: number; parent: number; command: string };

/**
 * Running processes which name the suite's folder in their command line or in the environment
 * they were started with. Only Linux can tell; elsewhere there are none to be seen.
 */
export function findProcesses(dir: string): Leftover[] {
  if (!existsSync('/proc/self/environ')) return [];
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => inspect(Number(name), dir));
}

function inspect(pid: number, dir: string): Leftover[] {
  try {
    const command = readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ').trim();
    const environment = readFileSync(`/proc/${pid}/environ`, 'utf8');
    if (pid === process.pid || !`${command}\0${environment}`.includes(dir)) return [];
    const parent = /^PPid:\s*(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
    return [{ pid, parent: Number(parent), command }];
  } catch {
    // Ended meanwhile, or a process of another user.
    return [];
  }
}
