/** Where the processor time of a load went, by part of the stack (Linux: from /proc). */
import { readdirSync, readFileSync } from 'node:fs';

const tickMs = 10;

/** Parts by process id. Postgres is counted with its children, also those that have ended. */
export type Parts = Record<string, number>;

/** Milliseconds of processor time so far, by part. */
export function cpuByPart(parts: Parts): Record<string, number> {
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

function readProcess(
  pid: number,
): { pid: number; parent: number; cpuMs: number; endedMs: number }[] {
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

/** One line a part: milliseconds per answered request. */
export function cpuPerRequest(
  before: Record<string, number>,
  after: Record<string, number>,
  requests: number,
): [string, string][] {
  return Object.keys(after).map((part) => [
    `  cpu: ${part}`,
    `${(((after[part] ?? 0) - (before[part] ?? 0)) / requests).toFixed(2)} ms each`,
  ]);
}
