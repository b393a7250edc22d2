/** Loads that keep all replicas of one role busy, and count what they did. */
import { randomBytes } from 'node:crypto';
import { until } from '@svc/devnet';
import autocannon from 'autocannon';
import type { BenchStack } from '../bench-stack.ts';
import { ownerPool } from '../database.ts';
import { sized } from '../size.ts';
import { sender } from '../telemetry.ts';
import { registerFleet } from '../telemetry-fleet.ts';
import { forSeconds, perBatch } from '../telemetry-load.ts';
import { fillQueue, makeDue } from '../webhooks/fill.ts';
import type { Stage } from '../webhooks/stage.ts';

const seconds = sized({ small: 1, usual: 6 });

/** Things done, and the time that they took. */
export interface Done {
  count: number;
  ms: number;
}

/** `urls`: of the replicas that are there by now. */
export type ScaleLoad = (urls: readonly string[]) => Promise<Done>;

/** `GET /jobs/{id}` at every gateway. */
export async function reads(stack: BenchStack): Promise<ScaleLoad> {
  const { id } = await stack.book('scale-read');
  return (urls) =>
    requests(
      urls.map((url) => `${url}/v1/jobs/${id}`),
      { headers: stack.auth },
    );
}

/** `POST /jobs` at the one gateway. */
export const bookings =
  ({ url, auth, bookingBody }: BenchStack): ScaleLoad =>
  () =>
    requests([`${url}/jobs`], {
      method: 'POST',
      body: bookingBody,
      headers: { ...auth, 'idempotency-key': `scale-${randomBytes(4).toString('hex')}-[<id>]` },
    });

/** So many at a time for each replica: more only wait. */
const connections = 24;

async function requests(
  urls: readonly string[],
  request: { method?: 'POST'; headers: Record<string, string>; body?: string },
): Promise<Done> {
  const run = async (url: string) => {
    const result = await autocannon({
      url,
      connections: Math.ceil(connections / urls.length),
      duration: seconds,
      idReplacement: true,
      requests: [request],
    });
    const failed = result.non2xx + result.errors + result.timeouts;
    if (failed > 0) throw new Error(`${url}: ${failed} requests failed`);
    return { count: result['2xx'], ms: 1_000 * result.duration };
  };
  const runs = await Promise.all(urls.map(run));
  return {
    count: runs.reduce((sum, each) => sum + each.count, 0),
    ms: Math.max(...runs.map((each) => each.ms)),
  };
}

/** Signed batches of readings, six at a time; counts readings. */
export async function readings(stack: BenchStack): Promise<ScaleLoad> {
  const owner = ownerPool(stack.settings.postgresUrl);
  const fleet = await registerFleet(stack, owner);
  await owner.end();
  const send = sender(stack, fleet);
  return async () => {
    const { batches, ms } = await forSeconds(seconds, {
      parts: {},
      send,
      settled: async () => undefined,
    });
    return { count: batches * perBatch, ms };
  };
}

const chains = sized({ small: 20, usual: 1_000 });
const scans = 4;

/** Events of as many jobs, one after the other in each, until all of them are in their chains. */
export function scanned({ settings, processes }: BenchStack): ScaleLoad {
  let round = 0;
  const { bus } = processes.client;
  return async () => {
    round += 1;
    const owner = ownerPool(settings.postgresUrl);
    const stored = async () => {
      const { rows } = await owner.query<{ n: number }>(
        `select count(*)::int as n from custody.custody_event where job_id like $1`,
        [`job_scale_${round}_%`],
      );
      return rows[0]?.n ?? 0;
    };
    const started = performance.now();
    for (let sequence = 1; sequence <= scans; sequence += 1) {
      await Promise.all(
        Array.from({ length: chains }, (_, n) =>
          bus.publish(scan(`job_scale_${round}_${n}`, sequence)),
        ),
      );
    }
    const count = chains * scans;
    await until(async () => (await stored()) === count, {
      timeoutMs: 120_000,
      everyMs: 50,
      what: 'the chains',
    });
    await owner.end();
    return { count, ms: performance.now() - started };
  };
}

const at = '2026-11-02T08:00:00.000Z';
const scan = (job: string, sequence: number) => ({
  id: `evt_${job}_${sequence}`,
  producer: 'jobs',
  type: 'custody.scanned',
  tenant_id: 'ten_bench',
  job_id: job,
  sequence,
  created_at: at,
  data: { job_id: job },
  internals: {
    custody: {
      ...{ at, type: 'scanned', by: 'driver:drv_bench', note: null, seal: 'SL-1234' },
      position: { lat: -26.2, lng: 28.04 },
      details: { location: 'hub' },
    },
  },
});

const endpoints = 100;
const deliveries = sized({ small: 200, usual: 10_000 });

/** A backlog that becomes due at once, until the receiver has answered all of it. */
export async function backlog({ owner, receiver, register }: Stage): Promise<ScaleLoad> {
  const tenant = 'ten_scale';
  await register(
    tenant,
    Array.from({ length: endpoints }, (_, n) => `/scale/${n}`),
  );
  let round = 0;
  return async () => {
    round += 1;
    await fillQueue(owner, { tenant, label: `scale_${round}_`, deliveries });
    await receiver.reset();
    await makeDue(owner, tenant);
    return { count: deliveries, ms: await receiver.receives('scale', deliveries) };
  };
}
