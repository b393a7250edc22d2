/** Resident memory of each role's process, as its kernel counts it. */
import type { ContainerStage } from './stage.ts';

/** MB by role. */
export async function readMemory({ fleet }: ContainerStage): Promise<Map<string, number>> {
  const memory = new Map<string, number>();
  for (const role of fleet.roles) {
    const status = await fleet.exec(role, 'cat', '/proc/1/status');
    const kilobytes = Number(/^VmRSS:\s+(\d+) kB/m.exec(status)?.[1]);
    memory.set(role, Math.round((kilobytes * 1024) / 1_000_000));
  }
  return memory;
}

export function reportMemory(stage: ContainerStage, rest: Map<string, number>, load: typeof rest) {
  const rows = stage.fleet.roles.map((role) => {
    const seconds = ((stage.fleet.startMs.get(role) ?? 0) / 1000).toFixed(1);
    return `  ${role.padEnd(10)} ${seconds.padStart(5)} s  ${rest.get(role)} MB  ${load.get(role)} MB`;
  });
  process.stdout.write(`role, start to ready, at rest, under load:\n${rows.join('\n')}\n`);
}
