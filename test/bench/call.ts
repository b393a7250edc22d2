/** (c) a typed call over NATS, validated at the other end, against a bare moleculer call. */
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { startChild } from '@svc/devnet';
import { createBroker } from '@svc/kit/broker';
import { createClients } from '@svc/kit/client';
import { createLogger } from '@svc/kit/log';
import { connectNats } from '@svc/kit/nats';
import { newTraceparent } from '@svc/kit/trace-context';
import { ServiceBroker } from 'moleculer';
import type { BenchStack } from './bench-stack.ts';
import { echo } from './call-server.ts';
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
  /** As the gateway calls: each request with a context of its own. */
  const withContext = () =>
    createClients({ echo }, ours, { ...meta, traceparent: newTraceparent() }).echo;
  const input = { id: 'job_01HZZZZZZZZZZZZZZZZZZZZZZZ' };
  const bareCall = () => bare.call('echo.get', input);
  const oursCall = () => client.get(input);
  await perSecond(bareCall, warmUpSeconds);
  await perSecond(oursCall, warmUpSeconds);
  const floor = await perSecond(bareCall, seconds);
  const typed = await perSecond(oursCall, seconds);
  const { plain, off, on } = await interleaved({
    plain: () => withContext().get(input),
    off: () => withContext().getTraced(input),
    on: () => withContext().getRecorded(input),
  });
  print('(c) one call over NATS, concurrency 32', [
    ['bare moleculer', `${floor.toFixed(0)} /s`],
    ['typed and validated', `${typed.toFixed(0)} /s`],
    ['ratio (aim >= 0.7)', percent(typed, floor)],
    ['traces off, against none (aim >= 0.97)', percent(off, plain)],
    ['every trace exported, against none', percent(on, plain)],
  ]);
  await bare.stop();
  await ours.stop(1_000);
  await link.close();
  await server.stop(1_000);
}

type Call = () => Promise<unknown>;
const rounds = sized({ small: 2, usual: 6 });

/** Calls per second of each, in turns, so that what else the machine does meets all alike. */
async function interleaved({ plain, off, on }: Record<'plain' | 'off' | 'on', Call>) {
  const sums = { plain: 0, off: 0, on: 0 };
  const roundSeconds = seconds / rounds;
  for (let round = 0; round < rounds; round += 1) {
    sums.plain += await perSecond(plain, roundSeconds);
    sums.off += await perSecond(off, roundSeconds);
    sums.on += await perSecond(on, roundSeconds);
  }
  return sums;
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
