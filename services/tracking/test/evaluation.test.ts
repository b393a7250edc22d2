/** Evaluation of the temperatures of a job: excursions, alarms and the trace. */
import { until } from '@svc/devnet';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type App, startTracking } from './app.ts';
import { clockAt, minutes, newTelemetryJob, type TelemetryJob } from './telemetry-job.ts';

let app: App;
let job: TelemetryJob;
beforeAll(async () => {
  app = await startTracking({ SVC_TELEMETRY_POLL_MS: '10' });
});
afterAll(() => app.stop());
beforeEach(async () => {
  job = await newTelemetryJob(app);
});

describe('an excursion', () => {
  it('is told once, when it has lasted five minutes, to the tenant of the job', async () => {
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
    const events = await app.outbox('tracking');
    expect(events.find(({ type }) => type === 'temperature.excursion')?.tenant_id).toBe(job.tenant);
  });

  it('is one over midnight, and over turns of deciding', async () => {
    const midnight = 15 * 3_600;
    await job.collected();
    for (let minute = -4; minute <= 8; minute += 1) {
      const second = midnight + minute * 60;
      app.clock.set(clockAt(second));
      await job.send({ device_id: 'P-1', seq: minute + 100, second, temperature_c: 9 });
      await job.decided(second);
      app.clock.set(clockAt(second + 60));
    }
    await job.decided(midnight + 480);
    expect(await job.told('temperature.excursion')).toMatchObject([
      { data: { started_at: clockAt(midnight - 240).toISOString() } },
    ]);
  });

  it('is not made, nor unmade, by readings that come later than the watermark', async () => {
    await job.collected();
    app.clock.set(clockAt(600));
    await job.send(...minutes(9, 0, 7));
    await job.decided(600);
    expect(await job.told('temperature.excursion', 'temperature.reading')).toEqual([]);
  });
});

describe('readings', () => {
  it('are told once a minute for each device, the first of the minute', async () => {
    await job.collected();
    app.clock.set(clockAt(110));
    const seconds = [0, 20, 40, 60, 80, 100];
    await job.send(
      ...seconds.map((second) => ({ device_id: 'P-1', seq: second, second, temperature_c: 4 })),
      { device_id: 'P-2', seq: 1, second: 30, temperature_c: 5 },
    );
    await job.decided(120);
    const events = await job.told('temperature.reading');
    expect(events.map(({ data }) => [data.device_id, data.at, data.temperature_c])).toEqual([
      ['P-1', clockAt(0).toISOString(), 4],
      ['P-2', clockAt(30).toISOString(), 5],
      ['P-1', clockAt(60).toISOString(), 4],
    ]);
  });

  it('before collection and after hand-over are nobody’s', async () => {
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
});

describe('a job that cannot be evaluated', () => {
  it('keeps no other waiting', async () => {
    await job.collected();
    await job.send({ device_id: 'P-1', seq: 1, second: 0, temperature_c: 4 });
    await app.owner.query(
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
});

describe('the cold chain', () => {
  it('is sealed once, when the hand-over is older than the watermark', async () => {
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
    const { rows } = await app.owner.query(
      'select evaluated_until, trace_snapshot_at from tracking.tracked_job where job_id = $1',
      [job.job_id],
    );
    expect(rows).toEqual([{ evaluated_until: null, trace_snapshot_at: expect.any(Date) }]);
  });
});
