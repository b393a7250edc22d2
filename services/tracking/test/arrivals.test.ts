/** Geofence detection and arrivals from positions. */
import { beforeEach, describe, expect, it } from 'vitest';
import { trackingTest } from './app.ts';
import { clockAt, newTelemetryJob, type Sent, type TelemetryJob } from './telemetry-job.ts';
import { clinic, laboratory } from './tracked-job.ts';

let job: TelemetryJob;
const app = trackingTest({ SVC_TELEMETRY_POLL_MS: '10' });
beforeEach(async () => {
  job = await newTelemetryJob(app);
});

describe('a vehicle that comes within 300 m', () => {
  const near = { lat: clinic.lat + 0.0026, lng: clinic.lng };
  const far = { lat: clinic.lat + 0.0028, lng: clinic.lng };
  const seen = (seq: number, second: number, position: typeof near): Sent => ({
    device_id: 'P-1',
    seq,
    second,
    position,
  });

  it('is emitted once per stage, and only after the stage began', async () => {
    app.clock.set(clockAt(60));
    await job.send(seen(1, 50, near));
    await job.say('driver.en_route', 'en_route_pickup', 60);
    app.clock.set(clockAt(70));
    await job.send(seen(2, 65, far));
    expect(await job.told('geofence.entered')).toEqual([]);
    await job.send(seen(3, 66, near), seen(4, 67, clinic));
    const entry = { stage: 'pickup', eta_minutes: 1, at: clockAt(66).toISOString() };
    expect(await job.told('geofence.entered')).toMatchObject([{ data: entry }]);
    await job.send(seen(5, 70, clinic));
    await job.decided(100);
    expect(await job.told('geofence.entered')).toHaveLength(1);
    await job.collected(100);
    await job.say('job.updated', 'in_transit', 101);
    // The job is not evaluated while the next batch arrives.
    await job.decided(160);
    await job.send(seen(6, 155, clinic), seen(7, 295, laboratory));
    expect((await job.told('geofence.entered')).map(({ data }) => data.stage)).toEqual([
      'pickup',
      'dropoff',
    ]);
  });

  it('is emitted at the watermark when the stage became known after the batch', async () => {
    app.clock.set(clockAt(60));
    await job.send(seen(1, 50, near));
    await job.say('driver.en_route', 'en_route_pickup', 40);
    expect(await job.told('geofence.entered')).toEqual([]);
    await job.decided(60);
    expect(await job.told('geofence.entered')).toMatchObject([{ data: { stage: 'pickup' } }]);
  });
});

describe('a bad fix', () => {
  const ocean = { lat: 0.00001, lng: -0.00001 };
  const swapped = { lat: laboratory.lng, lng: laboratory.lat };
  /** About 45 km from the clinic. */
  const far = { lat: clinic.lat - 0.4, lng: clinic.lng };

  it.each([
    ['0,0 and near it', ocean],
    ['latitude and longitude exchanged', swapped],
    ['a jump faster than 300 km/h', far],
  ])('is stored and moves neither arrival, geofence, job nor map: %s', async (_, position) => {
    await job.collected();
    await job.say('job.updated', 'in_transit', 1);
    app.clock.set(clockAt(60));
    const speed_kmh = 40;
    await job.send({ device_id: 'P-1', seq: 1, second: 30, position: clinic, speed_kmh });
    await job.decided(60);
    app.clock.set(clockAt(200));
    const bad = [40, 100, 160].map((second, n) => ({
      ...{ device_id: 'P-1', seq: 2 + n, second, position, speed_kmh: 0 },
    }));
    await job.send(...bad);
    await job.decided(200);
    expect(await job.told('eta.changed')).toEqual([]);
    expect(await job.told('geofence.entered')).toEqual([]);
    const { rows } = await app.running().owner.query<{ seen_at: Date; lat_e6: number }>(
      `select f.seen_at, f.lat_e6 from tracking.feed f
         join tracking.tracked_job j on j.vehicle_id = f.vehicle_id
        where j.job_id = $1 and f.device_id = 'P-1'`,
      [job.job_id],
    );
    expect(rows).toEqual([{ seen_at: clockAt(30), lat_e6: clinic.lat * 1e6 }]);
    const kept = await app.sql(
      `select 1 from tracking.reading r join tracking.vehicle v on v.no = r.vehicle_no
         join tracking.tracked_job j on j.vehicle_id = v.id
        where j.job_id = $1 and r.lat_e6 = $2`,
      [job.job_id, Math.round(position.lat * 1e6)],
    );
    expect(kept).toHaveLength(3);
  });
});

describe('the time of arrival', () => {
  it('is emitted when it moved by more than five minutes and a tenth', async () => {
    await job.collected();
    app.clock.set(clockAt(60));
    await job.send({ device_id: 'P-1', seq: 1, second: 30, position: clinic, speed_kmh: 40 });
    await job.decided(60);
    const away = { lat: -26.0, lng: 28.06 };
    app.clock.set(clockAt(300));
    await job.send({ device_id: 'P-1', seq: 2, second: 290, position: away, speed_kmh: 40 });
    await job.decided(300);
    expect(await job.told('eta.changed')).toEqual([
      {
        type: 'eta.changed',
        data: {
          job_id: job.job_id,
          ref: 'SVC-0123ABCD',
          previous_eta_minutes: 17,
          eta_minutes: expect.any(Number),
        },
        internals: {},
      },
    ]);
    app.clock.set(clockAt(400));
    await job.send({ device_id: 'P-1', seq: 3, second: 390, position: away, speed_kmh: 40 });
    await job.decided(400);
    expect(await job.told('eta.changed')).toHaveLength(1);
  });
});
