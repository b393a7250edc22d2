/** Booking in batches, as a file of rows is booked, against booking over HTTP one by one. */
import { jobs } from '@svc/contracts';
import { createClients } from '@svc/kit/client';
import type { BenchStack } from './bench-stack.ts';
import { measure } from './load.ts';
import { percent, print, rate } from './print.ts';
import { counted, sized } from './size.ts';

const rows = counted('SVC_BENCH_ROWS', { small: 200, usual: 10_000 });
const perBatch = 100;
/** Batches under way at a time. */
const lanes = 2;

export async function benchBatch(stack: BenchStack): Promise<void> {
  const single = await measure('POST /jobs', {
    url: `${stack.url}/jobs`,
    method: 'POST',
    headers: { ...stack.auth, 'idempotency-key': 'batch-[<id>]' },
    body: stack.bookingBody,
    seconds: sized({ small: 1, usual: 10 }),
  });
  const started = performance.now();
  const booked = await bookRows(stack);
  const seconds = (performance.now() - started) / 1000;
  if (booked !== rows) throw new Error(`${booked} of ${rows} rows were booked`);
  const perSecond = rows / seconds;
  print(`booking ${rows} rows, ${perBatch} in a batch, ${lanes} batches at a time`, [
    ['POST /jobs, concurrency 32', rate(single)],
    ['jobs.bookBatch', `${perSecond.toFixed(0)} rows/s   ${seconds.toFixed(1)} s in all`],
    ['ratio (aim >= 5)', percent(perSecond, single.perSecond)],
  ]);
}

async function bookRows({ processes, demo }: BenchStack): Promise<number> {
  const meta = { tenant: demo.tenant_id, actor: 'system:bench', requestId: 'bench' };
  const clients = createClients({ jobs }, processes.client.broker, meta);
  let next = 0;
  let booked = 0;
  const lane = async () => {
    while (next < rows) {
      const from = next;
      next += perBatch;
      const bookings = Array.from({ length: Math.min(perBatch, rows - from) }, (_, n) =>
        row(from + n),
      );
      const { results } = await clients.jobs.bookBatch({ bookings });
      booked += results.filter(({ status }) => status === 'booked').length;
    }
  };
  await Promise.all(Array.from({ length: lanes }, lane));
  return booked;
}

const row = (n: number) => ({
  identity: `bench:${n}`,
  sku: 'LAB-STD',
  pickup_site_id: 'site_demo_cli-0',
  dropoff_site_id: 'site_demo_lab-0',
  reference: `ROW-${n}`,
});
