/** The same readings, in whatever way they come. */
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type App, startTracking } from './app.ts';
import { clockAt, newTelemetryJob, type Sent } from './telemetry-job.ts';
import { clinic } from './tracked-job.ts';

let app: App;
beforeAll(async () => {
  app = await startTracking({ SVC_TELEMETRY_POLL_MS: '10' });
});
afterAll(() => app.stop());

/** Twenty minutes of two probes and a moving vehicle. */
const journey: Sent[] = Array.from({ length: 60 }, (_, n) => ({
  device_id: n % 2 ? 'P-1' : 'P-2',
  seq: n,
  second: n * 20,
  temperature_c: n % 2 ? 3 + ((n * 7) % 11) : n < 20 ? 5 : 9,
  position: { lat: clinic.lat - n * 0.001, lng: clinic.lng + (n > 30 ? 0.2 : 0) },
  speed_kmh: (n * 13) % 90,
}));

interface Arrival {
  reading: Sent;
  atS: number;
}
interface Way {
  /** How long each reading is on its way, in seconds. */
  delays: number[];
  /** Which come a second time. */
  again: boolean[];
  sizes: number[];
}

/** A batch waits for its last reading at most 15 s: its first is not older than the watermark. */
function batchesOf({ delays, again, sizes }: Way): Arrival[][] {
  const arrivals = journey
    .map((reading, n): Arrival => ({ reading, atS: reading.second + (delays[n] ?? 0) }))
    .flatMap((arrival, n) => (again[n] ? [arrival, { ...arrival, atS: arrival.atS + 5 }] : arrival))
    .sort((a, b) => a.atS - b.atS);
  const batches: Arrival[][] = [];
  for (const arrival of arrivals) {
    const batch = batches.at(-1);
    const [head] = batch ?? [];
    const isFull = (batch?.length ?? 0) >= (sizes[batches.length % sizes.length] ?? 1);
    if (!batch || !head || isFull || arrival.atS - head.atS > 15) batches.push([arrival]);
    else batch.push(arrival);
  }
  return batches;
}

async function drive(way: Way) {
  const job = await newTelemetryJob(app);
  await job.collected();
  await job.say('job.updated', 'in_transit', 1);
  for (const batch of batchesOf(way)) {
    app.clock.set(clockAt(batch.at(-1)?.atS ?? 0));
    await job.send(...batch.map(({ reading }) => reading));
  }
  await job.decided(1_200);
  const { rows } = await app.owner.query(
    `select f.device_id, r.seq::int, r.at, r.temperature_mc, r.lat_e6, r.lng_e6
       from tracking.single_reading r join tracking.feed f on f.no = r.feed_no
      where f.tenant_id = $1 order by r.at, 1, 2`,
    [job.carrier],
  );
  const events = await job.told('temperature.reading', 'temperature.excursion', 'eta.changed');
  return {
    trace: JSON.stringify(rows),
    types: new Set(events.map(({ type }) => type)),
    events: JSON.stringify(events).replaceAll(job.job_id, 'job'),
  };
}

const ways = (maxDelayS: number) =>
  fc.record({
    delays: fc.array(fc.nat({ max: maxDelayS }), { minLength: 60, maxLength: 60 }),
    again: fc.array(fc.boolean(), { minLength: 60, maxLength: 60 }),
    sizes: fc.array(fc.integer({ min: 1, max: 25 }), { minLength: 1, maxLength: 20 }),
  });
const straight: Way = { delays: [], again: [], sizes: [1] };

it('come to the same trace and events in any order within the watermark, any batches', async () => {
  const usual = await drive(straight);
  expect([...usual.types].sort()).toEqual([
    'eta.changed',
    'temperature.excursion',
    'temperature.reading',
  ]);
  const same = fc.asyncProperty(ways(100), async (way) => {
    expect(await drive(way)).toEqual(usual);
  });
  await fc.assert(same, { numRuns: 6, endOnFailure: true });
});

it('come to the same trace, however late they come', async () => {
  const { trace } = await drive(straight);
  const same = fc.asyncProperty(ways(900), async (way) => {
    expect((await drive(way)).trace).toBe(trace);
  });
  await fc.assert(same, { numRuns: 3, endOnFailure: true });
});
