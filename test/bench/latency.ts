/** (d) how long a booking takes at 100 a second, sent on the clock whatever the answers do. */
import { Agent, request } from 'undici';
import type { BenchStack } from './bench-stack.ts';
import { print, quantile } from './print.ts';
import { sized } from './size.ts';

const perSecond = 100;
const seconds = sized({ small: 2, usual: 20 });
/** Sent first and not counted: code is compiled and connections are opened by then. */
const warmUp = sized({ small: 50, usual: 500 });

export async function benchLatency(stack: BenchStack): Promise<void> {
  const dispatcher = new Agent({ connections: 64 });
  const took: number[] = [];
  let failed = 0;
  const one = async (n: number) => {
    const started = performance.now();
    const { statusCode, body } = await request(`${stack.url}/jobs`, {
      dispatcher,
      method: 'POST',
      headers: { ...stack.auth, 'idempotency-key': `latency-${n}` },
      body: stack.bookingBody,
    });
    await body.dump();
    if (n >= warmUp) took.push(performance.now() - started);
    if (statusCode !== 201) failed += 1;
  };
  const sent: Promise<void>[] = [];
  const started = performance.now();
  while (sent.length < warmUp + perSecond * seconds) {
    const due = Math.floor(((performance.now() - started) * perSecond) / 1000);
    while (sent.length <= due) sent.push(one(sent.length));
    await new Promise((resume) => setTimeout(resume, 2));
  }
  await Promise.all(sent);
  await dispatcher.close();
  if (failed > 0) throw new Error(`${failed} of ${sent.length} bookings failed`);
  print('(d) booking at 100 a second', [
    ['bookings', String(took.length)],
    ['p50', `${quantile(took, 0.5).toFixed(1)} ms`],
    ['p99', `${quantile(took, 0.99).toFixed(1)} ms`],
  ]);
}
