/** Where the processor time of a load went, by part of the stack (Linux: from /proc). */
import { readdirSync, readFileSync } from 'node:fs';
import type { Line } from './print.ts';

const tickMs = 10;

/** Parts by process id. Postgres is counted with its children, also those that have ended. */
export type Parts = Readonly<Record<string, number>>;
/** Milliseconds of processor time, by part. */
export type CpuMs = Readonly<Record<string, number>>;

/** Milliseconds of processor time so far, by part. */
export function cpuByPart(parts: Parts): CpuMs {
  const all = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => readProcess(Number(name)));
  return Object.fromEntries(
    Object.entries(parts).map(([part, pid]) => [
      part,
      all
        .filter((each) => each.pid === pid || (part === 'postgres' && each.parent === pid))
        .reduce((sum, each) => sum + each.cpuMs + (part === 'postgres' ? each.endedMs : 0), 0),
    ]),
  );
}

interface Process {
  pid: number;
  parent: number;
  cpuMs: number;
  /** Of children that have ended. */
  endedMs: number;
}

function readProcess(pid: number): Process[] {
  try {
    // The command's name stands in parentheses and may hold anything.
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
      .replace(/^.*\) /s, '')
      .split(' ');
    const at = (place: number) => Number(fields[place - 3]);
    const ticks = (user: number, system: number) => (at(user) + at(system)) * tickMs;
    return [{ pid, parent: at(4), cpuMs: ticks(14, 15), endedMs: ticks(16, 17) }];
  } catch {
    return [];
  }
}

/** Resident memory of all of our processes, MB. */
export function residentMb(parts: Parts): number {
  const others = ['postgres', 'nats', 'load generator'];
  const pids = Object.entries(parts).flatMap(([part, pid]) => (others.includes(part) ? [] : [pid]));
  const kib = pids.map((pid) => {
    const [, resident = ''] =
      /^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
    return Number(resident);
  });
  return Math.round(kib.reduce((sum, each) => sum + each, 0) / 1_024);
}

/** Processor time between two readings, for each of so many units of work. */
export const cpuOfEach = (before: CpuMs, after: CpuMs, count: number): CpuMs =>
  Object.fromEntries(
    Object.entries(after).map(([part, ms]) => [part, (ms - (before[part] ?? 0)) / count]),
  );

/** Sum over all parts but the load generator, which is the same for ours and the floor. */
export const cpuTotal = (cpuMs: CpuMs): number =>
  Object.entries(cpuMs).reduce((sum, [part, ms]) => sum + (part === 'load generator' ? 0 : ms), 0);

/** One line a part that had any, the largest first. */
export const cpuLines = (cpuMs: CpuMs): Line[] =>
  Object.entries(cpuMs)
    .filter(([, ms]) => ms > 0)
    .toSorted(([, a], [, b]) => b - a)
    .map(([part, ms]) => [`  cpu: ${part}`, `${ms.toFixed(2)} ms each`]);
