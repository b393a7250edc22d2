/** (c) a typed call over NATS, validated at the other end, against a bare moleculer call. */
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { startChild } from '@svc/devnet';
import { createBroker } from '@svc/kit/broker';
import { createClients } from '@svc/kit/client';
import { createLogger } from '@svc/kit/log';
import { connectNats } from '@svc/kit/nats';
import { newTraceparent } from '@svc/kit/traceparent';
import { ServiceBroker } from 'moleculer';
import type { BenchStack } from './bench-stack.ts';
import { echo } from './call-server.ts';
import { cpuByPart } from './cpu.ts';
import { percent, print } from './print.ts';
import { sized } from './size.ts';

const concurrency = 32;
const seconds = sized({ small: 1, usual: 8 });
const warmUpSeconds = sized({ small: 1, usual: 2 });

export async function benchCall({ settings, dir }: BenchStack): Promise<void> {
  const url = settings.natsUrl ?? '';
  const server = await startChild({
    command: process.execPath,
    args: [fileURLToPath(new URL('./call-server.ts', import.meta.url)), url],
    logFile: join(dir, 'echo.log'),
    ready: (output) => output.includes('echo ready'),
    stopSignal: 'SIGKILL',
  });
  const bare = new ServiceBroker({
    namespace: 'bare',
    nodeID: 'client',
    logger: false,
    transporter: { type: 'NATS', options: { servers: [url] } },
  });
  await bare.start();
  await bare.waitForServices('echo');
  const log = createLogger({ name: 'client', level: 'silent' });
  const login = { url, role: 'client' };
  const link = await connectNats(login, 'client', log);
  const ours = createBroker({ namespace: 'ours', name: 'client', nats: { login, link }, log });
  await ours.start();

  const meta = { tenant: 'ten_demo', actor: 'bench', requestId: 'req_bench' };
  const { echo: client } = createClients({ echo }, ours, meta);
  const input = { id: 'job_01HZZZZZZZZZZZZZZZZZZZZZZZ' };
  const bareCall = () => bare.call('echo.get', input);
  const oursCall = () => client.get(input);
  await perSecond(bareCall, warmUpSeconds);
  await perSecond(oursCall, warmUpSeconds);
  const floor = await perSecond(bareCall, seconds);
  const typed = await perSecond(oursCall, seconds);
  const clientWith = (more: object) => createClients({ echo }, ours, { ...meta, ...more }).echo;
  const context = () => ({ traceparent: newTraceparent() });
  const traced = await inTurns([process.pid, server.pid], {
    none: () => clientWith({}).get(input),
    again: () => clientWith({}).get(input),
    off: () => clientWith(context()).getTraced(input),
  });
  // Afterwards: its exporter works in the background, in the turns of the others, too.
  const recorded = await inTurns([process.pid, server.pid], {
    none: () => clientWith({}).get(input),
    on: () => clientWith(context()).getRecorded(input),
  });
  print('(c) one call over NATS, concurrency 32', [
    ['bare moleculer', `${floor.toFixed(0)} /s`],
    ['typed and validated', `${typed.toFixed(0)} /s`],
    ['ratio (aim >= 0.7)', percent(typed, floor)],
    ['cpu of a call without tracing', `${traced('none').toFixed(0)} µs`],
    ['the same once more, of that', percent(traced('again'), traced('none'))],
    ['traces off, of that (aim: as the line above)', percent(traced('off'), traced('none'))],
    ['every trace exported, measured after', percent(recorded('on'), recorded('none'))],
  ]);
  await bare.stop();
  await ours.stop(1_000);
  await link.close();
  await server.stop(1_000);
}

const rounds = sized({ small: 2, usual: 20 });
const turnSeconds = sized({ small: 0.25, usual: 0.5 });

/**
 * Processor time of both ends for one call of each kind, µs: in turns, and not by the clock, so that
 * what else the machine does meets all alike. A kind that stands there twice shows the noise.
 */
async function inTurns<Kind extends string>(
  pids: readonly number[],
  calls: Record<Kind, () => Promise<unknown>>,
): Promise<(kind: Kind) => number> {
  const parts = Object.fromEntries(pids.map((pid) => [String(pid), pid]));
  const cpuMs = () => Object.values(cpuByPart(parts)).reduce((sum, ms) => sum + ms, 0);
  const kinds = Object.entries<() => Promise<unknown>>(calls);
  const spent = new Map<string, number>();
  const made = new Map<string, number>();
  const add = (sums: Map<string, number>, kind: string, n: number) =>
    sums.set(kind, (sums.get(kind) ?? 0) + n);
  for (const [, call] of kinds) await perSecond(call, warmUpSeconds);
  for (let round = 0; round < rounds; round += 1) {
    for (const [kind, call] of kinds) {
      const before = cpuMs();
      add(made, kind, (await perSecond(call, turnSeconds)) * turnSeconds);
      add(spent, kind, cpuMs() - before);
    }
  }
  return (kind) => (1000 * (spent.get(kind) ?? 0)) / (made.get(kind) ?? 1);
}

async function perSecond(call: () => Promise<unknown>, duration: number): Promise<number> {
  const end = performance.now() + duration * 1000;
  let done = 0;
  const loop = async () => {
    while (performance.now() < end) {
      await call();
      done += 1;
    }
  };
  await Promise.all(Array.from({ length: concurrency }, loop));
  return done / duration;
}
