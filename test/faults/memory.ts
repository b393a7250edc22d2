/** Memory of a process according to the kernel (Linux). */
import { readFileSync, writeFileSync } from 'node:fs';

/** Megabytes that a process has now (`VmRSS`) or had at most (`VmHWM`). */
function residentMb(pid: number, name: 'VmRSS' | 'VmHWM'): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  return Math.round(Number(new RegExp(`${name}:\\s+(\\d+)`).exec(status)?.[1]) / 1024);
}

/** By how many megabytes a process grows at most while something goes on, and from where. */
export async function growthOf(
  pid: number,
  work: () => Promise<unknown>,
): Promise<{ grownMb: number; fromMb: number }> {
  const fromMb = residentMb(pid, 'VmRSS');
  // From here on the kernel keeps the highest reading anew.
  writeFileSync(`/proc/${pid}/clear_refs`, '5');
  await work();
  return { grownMb: residentMb(pid, 'VmHWM') - fromMb, fromMb };
}
