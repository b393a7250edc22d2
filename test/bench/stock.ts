/** A stock feed of 10 000 rows over HTTP, as CSV and as JSON, against the bare upsert of its rows. */
import { accounts } from '@svc/contracts';
import { createClients } from '@svc/kit/client';
import type { BenchStack } from './bench-stack.ts';
import { withClient } from './database.ts';
import { print, quantile } from './print.ts';
import { counted, sized } from './size.ts';

const rows = counted('SVC_BENCH_ROWS', { small: 500, usual: 10_000 });
const rounds = sized({ small: 2, usual: 5 });

export async function benchStock(stack: BenchStack): Promise<void> {
  await stack.processes.start('partner');
  const site = await pharmacy(stack);
  const floorMs = await floor(stack);
  const json = await feed(stack, (at) => ({
    path: '/partner/stock-feed',
    type: 'application/json',
    body: JSON.stringify({ site_id: site, mode: 'full', items: items(at) }),
  }));
  const csv = await feed(stack, (at) => ({
    path: `/partner/stock-feed?site_id=${site}&mode=full`,
    type: 'text/csv',
    body: `item_code,quantity,updated_at\n${items(at)
      .map((item) => Object.values(item).join(','))
      .join('\n')}\n`,
  }));
  const median = (times: number[]) => quantile(times, 0.5);
  const millis = (times: number[]) =>
    `${median(times).toFixed(0)} ms   worst ${Math.max(...times).toFixed(0)} ms   ${(median(times) / median(floorMs)).toFixed(1)} × floor`;
  print(`a full stock feed of ${rows} rows, median of ${rounds} (aim <= 2 000 ms)`, [
    ['floor: one upsert of as many rows', millis(floorMs)],
    ['POST /partner/stock-feed, JSON', millis(json)],
    ['POST /partner/stock-feed, CSV', millis(csv)],
  ]);
  await stack.stopProcess('partner');
}

const items = (at: Date) =>
  Array.from({ length: rows }, (_, n) => ({
    item_code: `7${String(n).padStart(6, '0')}`,
    quantity: n % 100,
    updated_at: at.toISOString(),
  }));

async function pharmacy({ processes, demo }: BenchStack): Promise<string> {
  const meta = { tenant: demo.tenant_id, actor: 'bench', requestId: 'bench' };
  const clients = createClients({ accounts }, processes.client.broker, meta);
  const site = await clients.accounts.createSite({
    name: 'Pharmacy',
    type: 'pharmacy',
    position: { lat: -26.2, lng: 28 },
  });
  return site.id;
}

interface Sent {
  path: string;
  type: string;
  body: string;
}

/** Each round is newer than the one before, so that every row is written. */
async function feed({ url, auth }: BenchStack, make: (at: Date) => Sent): Promise<number[]> {
  return timed(async () => {
    const { path, type, body } = make(new Date());
    const headers = { ...auth, 'content-type': type };
    const response = await fetch(url + path, { method: 'POST', headers, body });
    const answer: unknown = await response.json();
    if (Object(answer).accepted !== rows) throw new Error(JSON.stringify(answer).slice(0, 500));
  });
}

async function floor({ settings }: BenchStack): Promise<number[]> {
  return withClient(settings.postgresUrl, async (client) => {
    await client.query(
      'create table floor_stock (item_code text primary key, quantity int, updated_at timestamptz)',
    );
    return timed(async () => {
      await client.query(
        `insert into floor_stock
         select * from json_to_recordset($1) as r(item_code text, quantity int, updated_at timestamptz)
         on conflict (item_code) do update
            set quantity = excluded.quantity, updated_at = excluded.updated_at`,
        [JSON.stringify(items(new Date()))],
      );
    });
  });
}

async function timed(work: () => Promise<void>): Promise<number[]> {
  const times: number[] = [];
  await work();
  for (let round = 0; round < rounds; round += 1) {
    const started = performance.now();
    await work();
    times.push(performance.now() - started);
  }
  return times;
}
