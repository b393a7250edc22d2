/**
 * (r) throughput against replicas: each replica of one role is held to a tenth of a core, everything
 * else has the rest of the machine. Beside the rate: what a unit costs the parts that do not scale
 * with it, of which Postgres is the one that more processes do not help.
 */
import { freePort } from '@svc/devnet';
import type { BenchStack } from '../bench-stack.ts';
import { cpuByPart } from '../cpu.ts';
import { drained } from '../drain.ts';
import { percent, print } from '../print.ts';
import { sized } from '../size.ts';
import { startStage, webhooksEnvironment } from '../webhooks/stage.ts';
import { backlog, bookings, type Done, readings, reads, type ScaleLoad, scanned } from './load.ts';
import { createQuotas, type Quotas } from './quota.ts';

/** Of a core. */
const share = 0.1;
const warmUps = sized({ small: 1, usual: 2 });
const steps = sized({ small: [1, 2], usual: [1, 2, 4] });

interface Scaled {
  role: string;
  /** Of what the rate is. */
  unit: string;
  env?: NodeJS.ProcessEnv;
  load: (stack: BenchStack) => Promise<ScaleLoad> | ScaleLoad;
}

interface Measured extends Done {
  replicas: number;
  cpuMs: Record<string, number>;
}

export async function benchScale(stack: BenchStack): Promise<void> {
  let quotas: Quotas;
  try {
    quotas = createQuotas();
  } catch (error) {
    console.log(`\n(r) replicas: not measured, no control group may be made here: ${error}`);
    return;
  }
  const measure = (scaled: Scaled) => measureReplicas(stack, quotas, scaled);
  await measure({ role: 'gateway', unit: 'reads of a job', load: reads });
  await measure({ role: 'jobs', unit: 'bookings', load: bookings });
  await measure({ role: 'tracking', unit: 'readings', load: readings });
  await stack.stopProcess('tracking');
  await measure({ role: 'custody', unit: 'events of a chain', load: scanned });
  await stack.stopProcess('custody');
  const stage = await startStage(stack);
  const load = () => backlog(stage);
  await measure({ role: 'webhooks', unit: 'deliveries', env: webhooksEnvironment, load });
  await stage.stop();
}

/** The process that is there, or is started, and more beside it; these are stopped at the end. */
async function measureReplicas(stack: BenchStack, quotas: Quotas, scaled: Scaled): Promise<void> {
  const { role, env = {} } = scaled;
  const { processes, settings } = stack;
  const ports = [settings.httpPort];
  const first = processes.children.get(role) ?? (await processes.start(role, env));
  const replicas = [{ name: role, pid: first.pid }];
  try {
    const run = await scaled.load(stack);
    const measured: Measured[] = [];
    for (const step of steps) {
      while (replicas.length < step) {
        const name = `${role}#${replicas.length + 1}`;
        const port = await freePort();
        const { pid } = await processes.start(name, { ...env, SVC_HTTP_PORT: String(port) });
        ports.push(port);
        replicas.push({ name, pid });
      }
      const urls = (role === 'gateway' ? ports : ports.slice(0, 1)).map(
        (port) => `http://127.0.0.1:${port}`,
      );
      // With the whole machine, until the code of each is compiled: that takes as many requests each.
      for (let round = 0; round < warmUps * step; round += 1) await run(urls);
      for (const { pid } of replicas) quotas.hold(pid, share);
      const parts = { ...stack.parts, ...Object.fromEntries(replicas.map((r) => [r.name, r.pid])) };
      const before = cpuByPart(parts);
      const done = await run(urls);
      const cpuMs = Object.fromEntries(
        Object.entries(cpuByPart(parts)).map(([part, ms]) => [part, ms - (before[part] ?? 0)]),
      );
      measured.push({ ...done, replicas: step, cpuMs });
      quotas.release();
      await drained(stack);
    }
    report(scaled, measured);
  } finally {
    quotas.release();
    for (const { name } of replicas.slice(1)) await stack.stopProcess(name);
  }
}

const perSecond = ({ count, ms }: Done): number => (1_000 * count) / ms;

function report({ role, unit }: Scaled, measured: readonly Measured[]): void {
  const [one] = measured;
  const last = measured.at(-1);
  if (!one || !last) return;
  const all = Object.values(last.cpuMs).reduce((sum, ms) => sum + ms, 0);
  const isOwn = (part: string) => part.replace(/#\d+$/, '') === role;
  const others = Object.entries(last.cpuMs).filter(([part, ms]) => !isOwn(part) && ms > all / 20);
  const used = ({ cpuMs, ms, replicas }: Measured): number =>
    Object.entries(cpuMs)
      .filter(([part]) => isOwn(part))
      .reduce((sum, [, own]) => sum + own, 0) /
    (ms * replicas * share);
  print(`(r) ${role}: ${unit} a second, each replica with ${share} of a core`, [
    ...measured.map((each): [string, string] => [
      `${each.replicas} of ${role}`,
      `${perSecond(each).toFixed(0)} /s   ${percent(perSecond(each), perSecond(one))} of one   ${(100 * used(each)).toFixed(0)} % of their share used`,
    ]),
    ...others.map(([part, ms]): [string, string] => [
      `  ${part}, for 1 000 ${unit}`,
      `${((1_000 * ms) / last.count).toFixed(1)} ms   full core at ${((1_000 * last.count) / ms).toFixed(0)} /s`,
    ]),
  ]);
}
