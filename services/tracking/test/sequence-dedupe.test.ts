/** A number counts once, whichever of two replicas hears of it, and however many at once. */
import { telemetryBatch, tracking } from '@svc/contracts';
import { startHost } from '@svc/kit/host';
import { createLogger } from '@svc/kit/log';
import { createMetrics } from '@svc/kit/metrics';
import { newTenant } from '@svc/kit/testing/service-test';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { trackingService } from '../src/service.ts';
import { trackingTest } from './app.ts';
import { neighbours } from './neighbours.ts';
import { newFleet, signedInput } from './telemetry-provider.ts';

const env = {
  SVC_SECRET: 'the secret that both replicas have',
  SVC_FILES_URL: 'file:///nowhere',
};
let replica: Awaited<ReturnType<typeof startHost>>;
const app = trackingTest(env);
beforeAll(async () => {
  replica = await startHost({
    name: 'replica',
    services: [trackingService, ...neighbours],
    env: {
      ...env,
      SVC_POSTGRES_URL: app.running().url,
      SVC_NAMESPACE: 'replica',
      SVC_POOL_MAX: '6',
    },
    clock: app.clock,
    log: createLogger({ name: 'replica', level: 'silent' }),
    metrics: createMetrics({ defaults: false }),
    timers: false,
  });
});
afterAll(() => replica?.stop());

type Sent = [device: number, seq: number][];

async function send(
  way: readonly Sent[],
  { together, turns }: { together: number; turns: number[] },
) {
  const carrier = newTenant();
  const devices = ['P-0', 'P-1', 'P-2'];
  const { provider } = await newFleet(app, carrier, devices);
  // Each time another day, so that its partition does not exist yet.
  app.clock.advanceMs(24 * 3_600_000);
  const at = app.clock.now().toISOString();
  let accepted = 0;
  const post = async (numbers: Sent, n: number) => {
    const readings = numbers.map(([device, seq]) => ({
      device_id: devices[device],
      seq,
      at,
      temperature_c: 4,
    }));
    const { broker } = turns[n % turns.length] ? replica : app.running().host;
    const input = signedInput(provider, JSON.stringify({ readings }), app.clock.now());
    const meta = { tenant: carrier, actor: 'cli_test', requestId: 'req_test' };
    const reply = await broker.call(tracking.name, 'ingest', input, meta);
    if (!('ok' in reply)) throw new Error(JSON.stringify(reply));
    const taken = telemetryBatch.parse(reply.ok);
    expect(taken.accepted + taken.duplicates).toBe(numbers.length);
    accepted += taken.accepted;
  };
  for (let n = 0; n < way.length; n += together) {
    await Promise.all(way.slice(n, n + together).map((numbers, i) => post(numbers, n + i)));
  }
  const rows = await app.sql(
    `select f.device_id, r.seq::int from tracking.reading r
       join tracking.feed f on f.no = r.feed_no where f.tenant_id = $1 order by 1, 2`,
    [carrier],
  );
  return { accepted, stored: rows.map(({ device_id, seq }) => `${device_id} ${seq}`) };
}

const number = fc.tuple(fc.nat({ max: 2 }), fc.nat({ max: 30 }));
const ways = fc.array(fc.array(number, { minLength: 1, maxLength: 6 }), {
  minLength: 10,
  maxLength: 40,
});
const company = fc.record({
  together: fc.integer({ min: 1, max: 8 }),
  turns: fc.array(fc.nat({ max: 1 }), { minLength: 1, maxLength: 5 }),
});

it('two replicas count and store each number once under concurrent batches', async () => {
  const once = fc.asyncProperty(ways, company, async (way, sent) => {
    const distinct = new Set(way.flat().map(([device, seq]) => `P-${device} ${seq}`));
    const { accepted, stored } = await send(way, sent);
    expect(new Set(stored)).toEqual(distinct);
    expect([accepted, stored.length]).toEqual([distinct.size, distinct.size]);
  });
  await fc.assert(once, { numRuns: 25, endOnFailure: true });
  const deadlocks = await app.sql(
    'select deadlocks from pg_stat_database where datname = current_database()',
  );
  expect(deadlocks).toEqual([{ deadlocks: '0' }]);
});
