/**
 * Throughput against replicas: each replica of a role is held to a tenth of a core, everything else
 * has the rest of the machine. How much of their share they use tells whether senders or replicas
 * are what is waited for.
 */
import { randomUUID } from 'node:crypto';
import { Agent } from 'undici';
import { cpuByPart } from '../cpu.ts';
import { post } from '../http.ts';
import { drained } from '../life/drain.ts';
import { type Line, print, ratio } from '../print.ts';
import { sized } from '../size.ts';
import type { BenchStack } from '../stack.ts';
import { startFleet } from '../telemetry/fleet.ts';
import { perBatch } from '../telemetry/load.ts';
import { createQuotas, type Quotas } from './quota.ts';

/** Of a core. */
const share = 0.1;
const seconds = sized({ small: 1, usual: 8 });
const warmUpSeconds = sized({ small: 1, usual: 6 });
const steps = sized({ small: [1, 2], usual: [1, 2, 4] });
const vehicles = 10_000;

/** One after the other, so many senders at a time. */
interface ScaleLoad {
  what: string;
  senders: number;
  /** Units that a request brings. */
  each: number;
  send(): Promise<unknown>;
}

interface Measured {
  perSecond: number;
  /** Part of the processor time that the replicas may have. */
  used: number;
}

export async function benchScale(stack: BenchStack): Promise<void> {
  let quotas: Quotas;
  try {
    quotas = createQuotas();
  } catch (error) {
    console.log(`\nreplicas: not measured, no control group may be made here: ${error}`);
    return;
  }
  const one = await startFleet(stack, { vehicles, providers: 1 });
  const four = await startFleet(stack, { vehicles, providers: 4 });
  const readings = { each: perBatch };
  await measureRole(stack, quotas, 'tracking', [
    { what: 'readings, 6 senders', senders: 6, ...readings, send: one },
    { what: 'readings, 24 senders', senders: 24, ...readings, send: one },
    { what: 'readings, 24 senders of 4 providers', senders: 24, ...readings, send: four },
  ]);
  const dispatcher = new Agent({ connections: 24 });
  stack.cleanup.defer(() => dispatcher.close());
  const { url, bookingBody, auth } = stack;
  const book = () =>
    post(`${url}/jobs`, bookingBody, { ...auth, 'idempotency-key': randomUUID() }, dispatcher);
  await measureRole(stack, quotas, 'jobs', [
    { what: 'bookings, 24 senders', senders: 24, each: 1, send: book },
  ]);
}

/** The process that is there, and more beside it, which stay until the end. */
async function measureRole(
  stack: BenchStack,
  quotas: Quotas,
  role: string,
  loads: readonly ScaleLoad[],
): Promise<void> {
  const { processes } = stack;
  const names = [role];
  const found = new Map<string, Measured[]>(loads.map(({ what }) => [what, []]));
  try {
    for (const step of steps) {
      while (names.length < step) {
        const name = `${role}#${names.length + 1}`;
        await processes.start(name);
        names.push(name);
      }
      const pids = names.map((name) => processes.children.get(name)?.pid ?? 0);
      for (const load of loads) {
        // With the whole machine, until the code of each is compiled.
        await run(load, warmUpSeconds);
        for (const pid of pids) quotas.hold(pid, share);
        found.get(load.what)?.push(await measure(load, pids));
        quotas.release();
        await drained(stack);
      }
    }
  } finally {
    quotas.release();
  }
  for (const [what, measured] of found) report(`${role}: ${what}`, measured);
}

async function measure(load: ScaleLoad, pids: readonly number[]): Promise<Measured> {
  const parts = Object.fromEntries(pids.map((pid) => [String(pid), pid]));
  const sum = () => Object.values(cpuByPart(parts)).reduce((all, ms) => all + ms, 0);
  const [before, { count, ms }] = [sum(), await run(load, seconds)];
  return {
    perSecond: (1_000 * count) / ms,
    used: (sum() - before) / (ms * pids.length * share),
  };
}

async function run({ senders, send, each }: ScaleLoad, forSeconds: number) {
  const started = performance.now();
  const end = started + 1_000 * forSeconds;
  let count = 0;
  const lane = async () => {
    while (performance.now() < end) {
      await send();
      count += each;
    }
  };
  await Promise.all(Array.from({ length: senders }, lane));
  return { count, ms: performance.now() - started };
}

function report(title: string, measured: readonly Measured[]): void {
  const one = measured[0]?.perSecond ?? 0;
  print(
    `${title}, each replica with ${share} of a core`,
    measured.map(
      ({ perSecond, used }, n): Line => [
        `${steps[n]} replicas`,
        `${perSecond.toFixed(0)} /s   ${ratio(perSecond, one)} of one   ${(100 * used).toFixed(0)} % of their share used`,
      ],
    ),
  );
}
