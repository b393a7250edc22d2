/** Memory and processor time of each role's container, as its kernel counts them, against its requests. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '@svc/image/build';
import { expect } from 'vitest';
import { parseAllDocuments } from 'yaml';
import { z } from 'zod';
import { pass } from './pace.ts';
import type { ContainerStage } from './stage.ts';

interface Reading {
  /** Resident size of the process, and the greatest of the container with its page cache, bytes. */
  resident: number;
  peak: number;
  /** Processor time since its start, ms. */
  cpuMs: number;
  at: number;
}

export interface Usage {
  residentMb: number;
  peakMb: number;
  milliCpu: number;
}
export type UsageByRole = Map<string, Usage>;

/** Control groups of version 2, else of version 1. */
const reading = `grep VmRSS /proc/1/status
  cd /sys/fs/cgroup
  grep usage_usec cpu.stat 2> /dev/null || echo "ns $(cat cpuacct/cpuacct.usage)"
  echo "peak $(cat memory.peak 2> /dev/null || cat memory/memory.max_usage_in_bytes)"`;

async function read({ fleet }: ContainerStage, role: string): Promise<Reading> {
  const text = await fleet.exec(role, 'sh', '-c', reading);
  const number = (form: RegExp) => Number(form.exec(text)?.[1] ?? 0);
  return {
    resident: number(/^VmRSS:\s+(\d+) kB/m) * 1024,
    peak: number(/^peak (\d+)/m),
    cpuMs: number(/^usage_usec (\d+)/m) / 1e3 + number(/^ns (\d+)/m) / 1e6,
    at: performance.now(),
  };
}

const megabytes = (bytes: number) => Math.round(bytes / 1_000_000);

/** Of each role, over this time. */
export async function measure(stage: ContainerStage, ms: number): Promise<UsageByRole> {
  const before = new Map<string, Reading>();
  for (const role of stage.fleet.roles) before.set(role, await read(stage, role));
  await pass(ms);
  const usage: UsageByRole = new Map();
  for (const role of stage.fleet.roles) {
    const { resident, peak, cpuMs, at } = await read(stage, role);
    const first = before.get(role);
    const share = first ? (cpuMs - first.cpuMs) / (at - first.at) : 0;
    const milliCpu = Math.round(1000 * share);
    usage.set(role, { residentMb: megabytes(resident), peakMb: megabytes(peak), milliCpu });
  }
  return usage;
}

export function reportUsage(stage: ContainerStage, rest: UsageByRole, load: UsageByRole): void {
  const cells = ({ residentMb, peakMb, milliCpu }: Usage) =>
    `${residentMb} MB (peak ${peakMb}), ${milliCpu} mCPU`;
  const rows = stage.fleet.roles.map((role) => {
    const seconds = ((stage.fleet.startMs.get(role) ?? 0) / 1000).toFixed(1);
    const [a, b] = [rest.get(role), load.get(role)];
    return `  ${role.padEnd(10)} ${seconds} s | ${a && cells(a)} | ${b && cells(b)}`;
  });
  process.stdout.write(`role, start to ready, at rest, under load:\n${rows.join('\n')}\n`);
}

const deployment = z.object({
  kind: z.literal('Deployment'),
  spec: z.object({
    template: z.object({
      spec: z.object({
        containers: z.array(
          z.object({ resources: z.object({ requests: z.object({ memory: z.string() }) }) }),
        ),
      }),
    }),
  }),
});

/** Memory that the manifests request for a role, MB. */
function requestedMb(role: string): number {
  const place = role === 'desk' ? 'components/desk' : 'base';
  const text = readFileSync(join(root, `deploy/kubernetes/${place}/${role}.yaml`), 'utf8');
  const found = parseAllDocuments(text).flatMap(
    (document) => deployment.safeParse(document.toJS()).data ?? [],
  );
  const memory = found[0]?.spec.template.spec.containers[0]?.resources.requests.memory ?? '';
  return megabytes(Number(/^(\d+)Mi$/.exec(memory)?.[1]) * 2 ** 20);
}

/** A pod that needs more than it requests is the first to be evicted where a node is full. */
export function expectWithinRequests(load: UsageByRole): void {
  expect(load.size).toBeGreaterThan(0);
  for (const [role, { residentMb }] of load) {
    expect(residentMb, `memory of ${role}`).toBeGreaterThan(50);
    expect(residentMb, `memory of ${role}`).toBeLessThanOrEqual(requestedMb(role));
  }
}
