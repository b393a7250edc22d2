/** (a) booking and (b) reading a job over NATS, one process per service, against the floor. */
import { type BenchStack, startFloor } from './bench-stack.ts';
import { withClient } from './database.ts';
import { measure } from './load.ts';
import { percent, print, rate } from './print.ts';
import { sized } from './size.ts';

const seconds = sized({ small: 1, usual: 15 });

export async function benchBookAndGet(stack: BenchStack): Promise<void> {
  const floor = await startFloor(stack);
  const key = { 'idempotency-key': 'bench-[<id>]' };
  const json = { 'content-type': 'application/json' };
  const post = { method: 'POST', body: stack.bookingBody, seconds } as const;

  const { postgres = 0, 'load generator': generator = 0 } = stack.parts;
  const floorParts = { floor: floor.pid, postgres, 'load generator': generator };
  const floorBook = await measure(
    'floor: book',
    { ...post, url: `${floor.url}/jobs`, headers: json },
    floorParts,
  );
  const headers = { ...stack.auth, ...key };
  const ours = await measure(
    'POST /jobs',
    { ...post, url: `${stack.url}/jobs`, headers },
    stack.parts,
  );
  const lag = await relayLag(stack.settings.postgresUrl);
  print('(a) POST /jobs, concurrency 32', [
    ['floor: Fastify + pg, same rows', rate(floorBook)],
    ...floorBook.cpu,
    ['ours: gateway, accounts, pricing, jobs', rate(ours)],
    ...ours.cpu,
    ['ratio (aim >= 0.5)', percent(ours.perSecond, floorBook.perSecond)],
    ['rows per booking', floor.rows.join(', ')],
    ['events not yet published at the end', lag],
  ]);

  const { id } = await stack.book('to-read');
  const floorId = await anyJob(stack.adminUrl);
  const floorGet = await measure(
    'floor: get',
    { url: `${floor.url}/jobs/${floorId}`, seconds },
    floorParts,
  );
  const get = await measure(
    'GET /jobs/{id}',
    { url: `${stack.url}/jobs/${id}`, headers: stack.auth, seconds },
    stack.parts,
  );
  print('(b) GET /jobs/{id}, concurrency 32', [
    ['floor: Fastify + pg', rate(floorGet)],
    ...floorGet.cpu,
    ['ours', rate(get)],
    ...get.cpu,
    ['ratio (aim >= 0.32)', percent(get.perSecond, floorGet.perSecond)],
  ]);
  await floor.stop();
}

async function one(databaseUrl: string, sql: string): Promise<string> {
  const { rows } = await withClient(databaseUrl, (client) => client.query<{ value: string }>(sql));
  return String(rows[0]?.value);
}

const relayLag = (databaseUrl: string) =>
  one(databaseUrl, 'select count(*) as value from jobs.outbox where published_at is null');

function anyJob(adminUrl: string): Promise<string> {
  const url = new URL(adminUrl);
  url.pathname = '/floor';
  return one(url.href, 'select id as value from jobs.job limit 1');
}
