import { until } from '@svc/devnet';
import fc from 'fast-check';
import { beforeEach, describe, expect, it } from 'vitest';
import { trackingTest } from './app.ts';
import {
  clockAt,
  minutes,
  newTelemetryJob,
  type Sent,
  type TelemetryJob,
} from './telemetry-job.ts';
import { clinic } from './tracked-job.ts';

let job: TelemetryJob;
const app = trackingTest({ SVC_TELEMETRY_POLL_MS: '10' });
beforeEach(async () => {
  job = await newTelemetryJob(app);
});

describe('an excursion', () => {
  it('is emitted once to the tenant of the job, when it has lasted five minutes', async () => {
    await job.collected();
    for (const reading of minutes(9.5, 1, 12)) {
      app.clock.set(clockAt(reading.second));
      await job.send(reading);
    }
    await job.decided(720);
    expect(await job.told('temperature.excursion')).toEqual([
      {
        type: 'temperature.excursion',
        data: {
          job_id: job.job_id,
          ref: 'SVC-0123ABCD',
          range_c: [2, 8],
          max_c: 9.5,
          minutes_out_of_range: 5,
          action: 'hold_and_call',
          min_c: 9.5,
          device_id: 'P-1',
          started_at: clockAt(60).toISOString(),
        },
        internals: { at: clockAt(360).toISOString(), position: null },
      },
    ]);
    const events = await app.outbox();
    expect(events.find(({ type }) => type === 'temperature.excursion')?.tenant_id).toBe(job.tenant);
  });

  it('is neither created nor removed by readings after the watermark', async () => {
    await job.collected();
    app.clock.set(clockAt(600));
    await job.send(...minutes(9, 0, 7));
    await job.decided(600);
    expect(await job.told('temperature.excursion', 'temperature.reading')).toEqual([]);
  });
});

it('readings before collection and after hand-over belong to no job', async () => {
  await job.say('driver.en_route', 'en_route_pickup', 0);
  app.clock.set(clockAt(60));
  await job.send({ device_id: 'P-1', seq: 1, second: 30, temperature_c: 4 });
  await job.collected(60);
  app.clock.set(clockAt(120));
  await job.send({ device_id: 'P-1', seq: 2, second: 110, temperature_c: 4 });
  await job.delivered(120);
  app.clock.set(clockAt(150));
  await job.send({ device_id: 'P-1', seq: 3, second: 140, temperature_c: 30 });
  await job.decided(200);
  const events = await job.told('temperature.reading');
  expect(events.map(({ data }) => data.at)).toEqual([clockAt(110).toISOString()]);
});

it('a job that fails to be evaluated delays no other', async () => {
  await job.collected();
  await job.send({ device_id: 'P-1', seq: 1, second: 0, temperature_c: 4 });
  await app.sql(
    `update tracking.tracked_job set temperature_class = 'unheard of' where job_id = $1`,
    [job.job_id],
  );
  const other = await newTelemetryJob(app);
  await other.collected();
  await other.send({ device_id: 'P-1', seq: 1, second: 0, temperature_c: 4 });
  await other.decided(30);
  expect(await other.told('temperature.reading')).toHaveLength(1);
  expect(await job.told('temperature.reading')).toEqual([]);
});

it('the cold chain is sealed once, after the watermark has passed the hand-over', async () => {
  await job.collected();
  app.clock.set(clockAt(600));
  await job.send(...minutes(5, 8, 10).map((each) => ({ ...each, temperature_c: 5 })));
  await job.delivered(600);
  app.clock.set(clockAt(620));
  await job.send(...minutes(5, 1, 7));
  expect(await job.told('cold_chain.sealed')).toEqual([]);
  await job.decided(600);
  await until(async () => (await job.told('cold_chain.sealed')).length > 0, {
    timeoutMs: 60_000,
    what: 'the seal',
  });
  expect(await job.told('cold_chain.sealed')).toMatchObject([
    {
      data: { job_id: job.job_id },
      internals: {
        from: clockAt(0).toISOString(),
        to: clockAt(600).toISOString(),
        cold_chain: { range_c: [2, 8], min_c: 5, max_c: 5, mkt_c: 5, coverage: 1 },
      },
    },
  ]);
  const rows = await app.sql(
    'select evaluated_until, trace_snapshot_at from tracking.tracked_job where job_id = $1',
    [job.job_id],
  );
  expect(rows).toEqual([{ evaluated_until: null, trace_snapshot_at: expect.any(Date) }]);
});

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
  const rows = await app.sql(
    `select f.device_id, r.seq::int, r.at, r.temperature_mc, r.lat_e6, r.lng_e6
       from tracking.reading r join tracking.feed f on f.no = r.feed_no
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

it('the trace and events are the same for any order within the watermark and any batches', async () => {
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

it('the trace is the same for readings after the watermark', async () => {
  const { trace } = await drive(straight);
  const same = fc.asyncProperty(ways(900), async (way) => {
    expect((await drive(way)).trace).toBe(trace);
  });
  await fc.assert(same, { numRuns: 3, endOnFailure: true });
});
