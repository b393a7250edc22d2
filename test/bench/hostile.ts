/** Hostile requests over HTTP, and how long another request waits meanwhile. Decision 22. */
import type { BenchStack } from './bench-stack.ts';
import { print } from './print.ts';

const mebibyte = 1_048_576;
const site = { name: 'C', type: 'clinic', position: { lat: 0, lng: 0 } };
const booking = { sku: 'LAB-STD', pickup_site_id: 'cli-0', dropoff_site_id: 'lab-0' };
const pairs = (count: number, value: unknown) =>
  Object.fromEntries(Array.from({ length: count }, (_, index) => [`k${index}`, value]));
const hours = (blanks: number) => ({ ...site, receiving_hours: `${' '.repeat(blanks)}Mo` });

/** Method and path, body. */
const requests: Record<string, [string, () => string]> = {
  '24 blanks before opening hours': ['POST /sites', () => JSON.stringify(hours(24))],
  '26 blanks before opening hours': ['POST /sites', () => JSON.stringify(hours(26))],
  '5 million levels of stock': [
    'POST /partner/stock-feed',
    () => '['.repeat(5 * mebibyte) + ']'.repeat(5 * mebibyte),
  ],
  '700 000 names of stock': [
    'POST /partner/stock-feed',
    () => JSON.stringify(pairs(700_000, 1)).slice(0, 10 * mebibyte),
  ],
  '80 000 pairs of metadata': [
    'POST /jobs',
    () => JSON.stringify({ ...booking, metadata: pairs(80_000, 1) }),
  ],
  '50 000 policies': [
    'PUT /policies',
    () => JSON.stringify({ default_cost_centre: '', requirements: pairs(50_000, {}) }),
  ],
  '300 000 specimens': [
    'POST /manifests',
    () => JSON.stringify({ job_id: 'job_1', specimens: Array(300_000).fill({}) }),
  ],
};

export async function benchHostile(stack: BenchStack): Promise<void> {
  await stack.processes.start('partner');
  const lines: [string, string][] = [];
  for (const [name, [line, body]] of Object.entries(requests)) {
    const sent = body();
    const waits: number[] = [];
    const answered = timed(() => send(stack, line, sent));
    let isOver = false;
    const over = answered.finally(() => {
      isOver = true;
    });
    while (!isOver) waits.push((await timed(() => send(stack, 'GET /sites?limit=1'))).ms);
    const { status, ms } = await over;
    const waited = `${Math.max(0, ...waits).toFixed(0)} ms`;
    lines.push([name, `${status} after ${ms.toFixed(0)} ms   another request at most ${waited}`]);
  }
  print('hostile requests (aim: 4xx within 1 000 ms)', lines);
  await stack.stopProcess('partner');
}

async function send({ url, auth }: BenchStack, line: string, body?: string): Promise<number> {
  const [method = '', path = ''] = line.split(' ');
  const headers = { ...auth, 'idempotency-key': crypto.randomUUID() };
  const response = await fetch(url + path, { method, headers, ...(body && { body }) });
  await response.text();
  return response.status;
}

async function timed(work: () => Promise<number>): Promise<{ status: number; ms: number }> {
  const started = performance.now();
  const status = await work();
  return { status, ms: performance.now() - started };
}
