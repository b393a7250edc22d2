/** Positions of couriers' phones, through the broker. */
import { type InputOf, positionReport, type Status, type tracking } from '@svc/contracts';
import { refused } from '@svc/kit/testing/service-test';
import { beforeEach, describe, expect, it } from 'vitest';
import { trackingTest } from './app.ts';
import { emitJobEvent } from './job-events.ts';
import { shown } from './neighbours.ts';
import { clockAt, newTelemetryJob, type TelemetryJob } from './telemetry-job.ts';
import { clinic, laboratory } from './tracked-job.ts';
import { assignment, view } from './view.ts';

type Report = InputOf<(typeof tracking)['actions']['reportPositions']>;
type Place = Report['positions'][number]['position'];

const app = trackingTest({ SVC_TELEMETRY_POLL_MS: '10', SVC_TELEMETRY_RETENTION_DAYS: '365' });
let job: TelemetryJob;
beforeEach(async () => {
  job = await newTelemetryJob(app);
});

/** Like no other place in these tests, on the way from the clinic. */
const onTheWay = { lat: -26.123_457, lng: 28.058_912 };
const seen = (second: number, position: Place = onTheWay, more = {}) => ({
  ...{ at: clockAt(second).toISOString(), position, ...more },
});

interface Sending {
  driver?: string;
  phone?: string;
  device?: Report['device'];
  request?: string;
}
const call = (positions: Report['positions'], { driver = 'drv_1', ...sending }: Sending = {}) =>
  app.call(
    'reportPositions',
    { positions, courier_id: driver, ...(sending.device && { device: sending.device }) },
    {
      tenant: job.carrier,
      actor: sending.phone ?? `cdv_${job.carrier}`,
      ...(sending.request && { request: sending.request }),
    },
  );
const send = async (...sent: Parameters<typeof call>) => {
  const reply = await call(...sent);
  if (!('ok' in reply)) throw new Error(`refused: ${JSON.stringify(reply)}`);
  return positionReport.parse(reply.ok);
};

const mapped = async (id = job.fleet.vehicle.id) =>
  (await app.as(job.carrier).listVehiclePositions({})).data.find((each) => each.id === id);
const stored = () =>
  app.sql(
    `select r.seq::float8 as seq, r.bad_fix, v.id as vehicle_id
       from tracking.reading r join tracking.feed f on f.no = r.feed_no
       join tracking.vehicle v on v.no = r.vehicle_no
      where f.tenant_id = $1 and f.provider_id = 'phones' order by r.seq`,
    [job.carrier],
  );
/** The job in a state and a vehicle, of a driver. */
const put = (status: Status, crew: Partial<typeof assignment> = {}, at = clockAt(1)) =>
  emitJobEvent(app, {
    ...{ tenant: job.tenant, job_id: job.job_id, type: 'job.updated', at: at.toISOString() },
    job: { status, assignment: { ...assignment, vehicle_id: job.fleet.vehicle.id, ...crew } },
  });
const stand = { object: 'position_report', accepted: 1, duplicates: 0, rejected: [] };

describe('a report of positions', () => {
  it.each(['assigned', 'en_route_pickup', 'collected', 'in_transit'] as const)(
    'moves the vehicle of a job that is %s',
    async (status) => {
      await put(status);
      app.clock.set(clockAt(60));
      expect(await send([seen(50, clinic), seen(20)])).toEqual({ ...stand, accepted: 2 });
      expect(await mapped()).toMatchObject({
        last_position: clinic,
        seen_at: clockAt(50).toISOString(),
      });
    },
  );

  it.each(['booked', 'exception', 'delivered', 'cancelled'] as const)(
    'is refused without an open job, and stores nothing: %s',
    async (status) => {
      await put(status);
      expect(await call([seen(0)])).toEqual(refused('no_open_job'));
      expect(await stored()).toEqual([]);
      expect(await mapped()).toMatchObject({ last_position: null });
    },
  );

  it('is refused to a driver without a job, and leaves the job of another alone', async () => {
    await put('in_transit');
    expect(await call([seen(0)], { driver: 'drv_2' })).toEqual(refused('no_open_job'));
    await put('in_transit', { driver_id: 'drv_2' });
    expect(await call([seen(0)])).toEqual(refused('no_open_job'));
    expect(await mapped()).toMatchObject({ last_position: null });
  });

  it('is a duplicate when it is sent again, and a replay under its key', async () => {
    await put('in_transit');
    expect(await send([seen(0)], { request: job.job_id })).toEqual(stand);
    expect(await call([seen(0)], { request: job.job_id })).toEqual({ ok: stand, replayed: true });
    expect(await send([seen(0), seen(0)])).toEqual({ ...stand, accepted: 0, duplicates: 2 });
    expect(await stored()).toHaveLength(1);
    const { rejected } = await send([seen(0, clinic)]);
    expect(rejected).toEqual([{ index: 0, code: 'sequence_conflict' }]);
  });

  it('counts for the next vehicle once the driver has that, and no longer for the first', async () => {
    const other = await app.as(job.carrier).createVehicle({ registration: `CB ${job.carrier}` });
    await put('collected');
    await send([seen(0)]);
    await put('in_transit', { vehicle_id: other.id }, clockAt(5));
    app.clock.set(clockAt(60));
    await send([seen(0), seen(30, laboratory)]);
    expect(await mapped()).toMatchObject({ last_position: null });
    expect(await mapped(other.id)).toMatchObject({ last_position: laboratory });
    const { id } = job.fleet.vehicle;
    expect((await stored()).map(({ vehicle_id }) => vehicle_id)).toEqual([id, other.id]);
  });

  it('goes to the vehicle with parcels on board, of two that the driver has', async () => {
    const other = await app.as(job.carrier).createVehicle({ registration: `CB ${job.carrier}` });
    await put('collected');
    const crew = { ...assignment, vehicle_id: other.id };
    const facts = { status: 'assigned' as const, assignment: crew };
    const next = { tenant: job.tenant, job_id: `${job.job_id}_2`, type: 'job.assigned' as const };
    await emitJobEvent(app, { ...next, job: facts });
    await send([seen(0)]);
    expect(await mapped()).toMatchObject({ last_position: onTheWay });
  });

  it('leaves the newest position of the vehicle, be it of a tracker or of another phone', async () => {
    await put('in_transit');
    app.clock.set(clockAt(60));
    await job.send({ device_id: 'P-1', seq: 1, second: 40, position: clinic });
    await send([seen(30)]);
    expect(await mapped()).toMatchObject({ last_position: clinic });
    await send([seen(50)], { phone: `cdv_2_${job.carrier}` });
    expect(await mapped()).toMatchObject({ last_position: onTheWay });
    expect((await app.as(job.carrier).listDevices({})).data).toHaveLength(2);
  });
});

describe('a position', () => {
  const hours = (count: number) => count * 3_600;
  it.each([
    ['in_future', seen(61)],
    ['too_old', seen(-hours(2) - 1)],
    ['too_old', seen(-hours(24 * 365 * 60))],
    ['inaccurate', seen(0, onTheWay, { accuracy_m: 201 })],
    ['out_of_range', seen(0, { lat: 90.1, lng: 28 })],
    ['out_of_range', seen(0, onTheWay, { speed_kmh: 301 })],
  ])('is rejected by itself as %s: %o', async (code, bad) => {
    await put('in_transit');
    const rejected = [{ index: 1, code }];
    const good = [seen(60, onTheWay, { accuracy_m: 200 }), seen(-hours(2))] as const;
    expect(await send([good[0], bad, good[1]])).toEqual({ ...stand, accepted: 2, rejected });
  });

  it.each([
    ['0,0', { lat: 0, lng: 0 }],
    ['a jump faster than 300 km/h', { lat: onTheWay.lat - 0.4, lng: onTheWay.lng }],
    ['exchanged axes', { lat: onTheWay.lng, lng: onTheWay.lat }],
  ])('is kept as a bad fix and moves nothing: %s', async (_, bad) => {
    await job.collected();
    await put('in_transit');
    app.clock.set(clockAt(60));
    await send([seen(0), seen(30, bad)]);
    expect(await mapped()).toMatchObject({ last_position: onTheWay });
    expect((await stored()).map(({ bad_fix }) => bad_fix)).toEqual([false, true]);
    await job.decided(60);
    expect(await job.told('eta.changed', 'geofence.entered')).toEqual([]);
  });

  it('near the next stop arrives there', async () => {
    await put('en_route_pickup', {}, clockAt(0));
    await send([seen(1, clinic)]);
    expect(await job.told('geofence.entered')).toMatchObject([{ data: { stage: 'pickup' } }]);
  });
});

describe('the signature of a report', () => {
  const signed = {
    ...{ device_id: 'cdv_1', device_key: 'key', signature: 'jws', jti: 'jti', seal: null },
    ...{ job_id: '-', action: 'positions', at: clockAt(1).toISOString(), files: [] },
    device_at: clockAt(0).toISOString(),
  };
  it('is that of its last position', async () => {
    await put('in_transit');
    expect(await send([seen(0), seen(1)], { device: signed })).toMatchObject({ accepted: 2 });
  });
  it.each([
    ['job', { job_id: 'job_1' }],
    ['action', { action: 'scan' }],
    ['time', { at: clockAt(0).toISOString() }],
    ['seal', { seal: 'SL-1' }],
    ['file', { files: ['sha256:ab'] }],
  ])('is refused for another %s', async (_, change) => {
    await put('in_transit');
    const reply = await call([seen(0), seen(1)], { device: { ...signed, ...change } });
    expect(reply).toEqual(refused('invalid_device_signature'));
    expect(await stored()).toEqual([]);
  });
});

describe('the arrival by a phone alone', () => {
  const track = (status: Status) => {
    const ref = 'SVC-0123ABCD';
    const crew = { ...assignment, vehicle_id: job.fleet.vehicle.id };
    const facts = { id: job.job_id, ref, tenant_id: job.tenant, status };
    shown.set(ref, view({ ...facts, assignment: crew }));
    return app.as(job.tenant).track({ ref });
  };

  it('counts down while positions come, and says so when none has come for five minutes', async () => {
    await put('in_transit', {}, clockAt(0));
    expect(await track('in_transit')).toMatchObject({ eta_basis: 'schedule', eta_minutes: 22 });
    app.clock.set(clockAt(300));
    await send([seen(240), seen(299)]);
    const known = { eta_minutes: 18, position_at: clockAt(299).toISOString() };
    expect(await track('in_transit')).toMatchObject({ ...known, eta_basis: 'position' });
    app.clock.set(clockAt(480));
    expect(await track('in_transit')).toMatchObject({ eta_basis: 'position', eta_minutes: 15 });
    app.clock.set(clockAt(600));
    expect(await track('in_transit')).toMatchObject({ ...known, eta_basis: 'schedule' });
  });

  it('is emitted anew when it moved, without a word of where the phone is', async () => {
    await put('in_transit', {}, clockAt(0));
    await send([seen(0, clinic)]);
    await job.decided(30);
    await send([seen(150, { lat: -26.043_219, lng: 28.058_912 }, { speed_kmh: 40 })]);
    await job.decided(160);
    expect(await job.told('eta.changed')).toHaveLength(1);
    await send([seen(270)]);
    await job.delivered(280);
    await job.decided(281);
    const places = /26\.?043219|26\.?123457|28\.?058912/;
    const emitted = await app.outbox();
    expect(
      emitted.map((event) => JSON.stringify(event)).filter((text) => places.test(text)),
    ).toEqual([]);
    const [tracked] = await app.sql('select * from tracking.tracked_job where job_id = $1', [
      job.job_id,
    ]);
    expect(JSON.stringify(tracked)).not.toMatch(places);
    expect(tracked).toMatchObject({ probes: {}, last_position: null });
  });
});

it('positions of phones are gone after 90 days, those of trackers stay as long as configured', async () => {
  await put('in_transit');
  app.clock.set(clockAt(60));
  await send([seen(30)]);
  await job.send({ device_id: 'P-1', seq: 1, second: 30, position: clinic });
  const [feed] = await app.sql(
    `select no from tracking.feed where tenant_id = $1 and seen_at = $2
    and provider_id = 'phones'`,
    [job.carrier, clockAt(30)],
  );
  const count = async () => {
    const sql = `select r.feed_no = $1 as is_phone from tracking.reading r
      join tracking.vehicle v on v.no = r.vehicle_no where v.id = $2 order by 1`;
    const rows = await app.sql(sql, [feed?.no, job.fleet.vehicle.id]);
    return rows.map(({ is_phone }) => (is_phone ? 'phone' : 'tracker'));
  };
  const day = 24 * 3_600;
  app.clock.set(clockAt(30 + 89 * day));
  await app.runSchedule('purge-phone-positions');
  expect(await count()).toEqual(['tracker', 'phone']);
  app.clock.set(clockAt(3_630 + 90 * day));
  await app.runSchedule('purge-phone-positions');
  await app.runSchedule('maintain-reading-partitions');
  expect(await count()).toEqual(['tracker']);
  expect(await mapped()).toMatchObject({ last_position: clinic });
  const [kept] = await app.sql('select seen_at, lat_e6, lng_e6 from tracking.feed where no = $1', [
    feed?.no,
  ]);
  expect(kept).toEqual({ seen_at: null, lat_e6: null, lng_e6: null });
});
