/** Bodies of telematics systems, forwarded as they came. */
import { type TelematicsFormat, telematicsFormats } from '@svc/contracts';
import { invalid, newTenant, refused } from '@svc/kit/testing/service-test';
import type { Reply } from '@svc/kit/transport';
import { beforeEach, describe, expect, it } from 'vitest';
import { trackingTest } from './app.ts';
import { asked } from './neighbours.ts';
import { documented } from './telematics-bodies.ts';
import { batchOf, signedInput } from './telemetry-provider.ts';

const app = trackingTest();
const own = (tenant = app.tenant) => app.as(tenant);
const device = '861234567890123';
const place = { lat: -26.2, lng: 28.05 };
const now = '2026-11-02T09:00:00Z';
const earlier = (seconds: number): string =>
  new Date(Date.parse(now) - seconds * 1_000).toISOString().replace('.000', '');

beforeEach(() => app.clock.set('2026-11-02T09:00:00.000Z'));

/** A provider of this format, a vehicle, and its tracker. */
async function forwarder(format: TelematicsFormat, tenant = app.tenant) {
  const { client_id } = await own(tenant).createTelemetryProvider({ name: 'Own', format });
  const vehicle = await own(tenant).createVehicle({ registration: `CA ${tenant}` });
  await own(tenant).createDevice({ device_id: device, vehicle_id: vehicle.id });
  const forward = (body: unknown, as = format): Promise<Reply> => {
    const text = typeof body === 'string' ? body : JSON.stringify(body);
    const bytes = Buffer.from(text).toString('base64');
    return app.call('forward', { client_id, format: as, body: bytes }, { tenant });
  };
  const positionOf = async () => (await own(tenant).getVehicle({ id: vehicle.id })).last_position;
  return { client_id, vehicle, forward, positionOf };
}
const readingsOf = (tenant = app.tenant) =>
  app.sql(
    `select f.device_id, r.at, r.temperature_mc, r.lat_e6, r.bad_fix
       from tracking.reading r join tracking.feed f on f.no = r.feed_no
      where f.tenant_id = $1 order by r.seq`,
    [tenant],
  );

it('a forwarded temperature has the calibration of its device, and stays a duplicate', async () => {
  const { forward, vehicle } = await forwarder('traccar');
  const registered = { device_id: device, vehicle_id: vehicle.id };
  const until = async () => (await own().listDevices({})).data[0]?.calibrated_until;
  const first = documented.traccar({ device, at: earlier(60), ...place });
  await forward(first);
  expect(await until()).toBe(null);
  const calibrated_until = '2027-06-30';
  expect(await own().createDevice({ ...registered, calibrated_until })).toMatchObject({
    calibrated_until,
  });
  expect(await own().createDevice(registered)).toMatchObject({ calibrated_until });
  const body = documented.traccar({ device, at: earlier(30), ...place });
  await forward(body);
  await own().createDevice({ ...registered, calibrated_until: '2028-06-30' });
  expect(batchOf(await forward(body))).toMatchObject({ accepted: 0, duplicates: 2 });
  expect(batchOf(await forward(first))).toMatchObject({ accepted: 0, duplicates: 2 });
  const rows = await app.sql(
    `select r.calibrated_until::text from tracking.reading r
       join tracking.feed f on f.no = r.feed_no
      where f.tenant_id = $1 and r.temperature_mc is not null order by r.seq`,
    [app.tenant],
  );
  expect(rows).toEqual([{ calibrated_until: null }, { calibrated_until }]);
  await own().createDevice({ ...registered, calibrated_until: null });
});

describe.each(telematicsFormats)('a body of %s, as it is documented', (format) => {
  const at = earlier(30);
  const body = documented[format]({ device, at, ...place });

  it('becomes readings that are stored and move the vehicle', async () => {
    const { forward, positionOf } = await forwarder(format);
    expect(batchOf(await forward(body))).toEqual({
      object: 'telemetry_batch',
      id: expect.stringMatching(/^tb_/),
      ...{ accepted: 2, duplicates: 0, rejected: [] },
    });
    expect(await positionOf()).toEqual(place);
    const [first] = (await own().listDevices({})).data;
    expect(first).toMatchObject({ device_id: device, temperature_c: 4.1 });
    const same = { device_id: device, at: new Date(at), bad_fix: false };
    expect(await readingsOf()).toEqual([
      { ...same, temperature_mc: null, lat_e6: -26_200_000 },
      { ...same, temperature_mc: 4_100, lat_e6: null },
    ]);
  });

  it('is a duplicate when it comes again, and rejected of a device that is not registered', async () => {
    const { forward } = await forwarder(format);
    await forward(body);
    expect(batchOf(await forward(body))).toMatchObject({ accepted: 0, duplicates: 2 });
    const strange = documented[format]({ device: '99', at, ...place });
    expect(batchOf(await forward(strange))).toMatchObject({
      accepted: 0,
      rejected: [
        { index: 0, code: 'unknown_device' },
        { index: 1, code: 'unknown_device' },
      ],
    });
  });

  it('is refused from a provider of another format, or one that signs', async () => {
    const other = format === 'tive' ? 'traccar' : 'tive';
    const { forward } = await forwarder(other);
    const none = refused('provider_not_found');
    expect(await forward(body, format)).toEqual(none);
    expect(JSON.stringify(await forward(body, format))).toContain(`the format ${format}`);
    const { client_id } = await own().createTelemetryProvider({ name: 'Signs' });
    const input = { client_id, format, body: Buffer.from(JSON.stringify(body)).toString('base64') };
    expect(await app.call('forward', input)).toEqual(none);
    expect(await readingsOf()).toEqual([]);
  });
});

describe('a forwarded body', () => {
  const traccar = documented.traccar({ device, at: earlier(30), ...place });
  const inTraccar = (position: object) => {
    const body = structuredClone(traccar);
    Object.assign(Object(body).position, position);
    return body;
  };

  it.each<[TelematicsFormat, unknown, string]>([
    ['traccar', { position: {} }, 'position.deviceTime'],
    ['traccar', inTraccar({ latitude: '-26' }), 'position.latitude'],
    ['traccar', inTraccar({ attributes: { temp1: 'cold' } }), 'position.attributes.temp1'],
    ['samsara', { data: [{ id: '1', gps: [{ latitude: 1, longitude: 1 }] }] }, 'data.0.gps.0.time'],
    [
      'geotab',
      { result: { data: [{ device: { id: 'b1' }, dateTime: now }] } },
      'result.data.0.latitude',
    ],
    ['geotab', { error: { name: 'JSONRPCError' } }, 'result'],
    ['cartrack', { data: [{ vehicle_id: 1, event_ts: 'today' }] }, 'data.0.event_ts'],
    ['tive', { DeviceId: device }, 'EntryTimeUtc'],
  ])('of %s is refused by the member that is missing or malformed', async (format, body, path) => {
    const { forward } = await forwarder(format);
    const reply = await forward(body);
    if (!('invalid' in reply)) throw new Error(`not refused: ${JSON.stringify(reply)}`);
    expect(reply.invalid.map((issue) => issue.path.join('.'))).toContain(path);
  });

  it('is refused as JSON that is none, or with more than 500 readings', async () => {
    const { forward } = await forwarder('samsara');
    expect(await forward('{"data":')).toEqual(refused('invalid_json'));
    expect(await forward('[]')).toEqual(invalid());
    const fix = (n: number) => ({ time: earlier(n), latitude: -26.2, longitude: 28.05 });
    const gps = Array.from({ length: 501 }, (_, n) => fix(n));
    expect(await forward({ data: [{ id: device, gps }] })).toEqual(invalid());
    const most = { data: [{ id: device, gps: gps.slice(1) }] };
    expect(batchOf(await forward(most)).accepted).toBe(500);
  });

  it('without a position and a temperature has no reading', async () => {
    const { forward, positionOf } = await forwarder('traccar');
    const nothing = inTraccar({ valid: false, attributes: {} });
    expect(batchOf(await forward(nothing))).toMatchObject({ accepted: 0, rejected: [] });
    expect(await positionOf()).toBeNull();
  });

  it('has readings from the future and from long ago rejected, each by itself', async () => {
    const { forward } = await forwarder('samsara');
    const fix = (time: string) => ({ time, latitude: -26.2, longitude: 28.05 });
    const gps = [earlier(-61), earlier(-60), earlier(0), '2026-08-01T00:00:00Z'].map(fix);
    expect(batchOf(await forward({ data: [{ id: device, gps }] }))).toMatchObject({
      accepted: 2,
      rejected: [
        { index: 0, code: 'in_future' },
        { index: 3, code: 'too_old' },
      ],
    });
  });

  it('with a jump or a place outside the area moves nothing, and is kept', async () => {
    const { forward, positionOf } = await forwarder('samsara');
    const fix = (seconds: number, latitude: number, longitude: number) => {
      return { time: earlier(seconds), latitude, longitude };
    };
    const gps = [fix(40, -26.2, 28.05), fix(30, -25.2, 28.05), fix(20, 28.05, -26.2)];
    expect(batchOf(await forward({ data: [{ id: device, gps }] })).accepted).toBe(3);
    expect(await positionOf()).toEqual(place);
    expect((await readingsOf()).map(({ bad_fix }) => bad_fix)).toEqual([false, true, true]);
  });

  it('of a clock that runs behind does not move the vehicle back', async () => {
    const { forward, positionOf } = await forwarder('traccar');
    await forward(traccar);
    const behind = documented.traccar({ device, at: earlier(90), lat: -26.21, lng: 28.05 });
    expect(batchOf(await forward(behind)).accepted).toBe(2);
    expect(await positionOf()).toEqual(place);
  });

  it('of another carrier reaches no device of this one', async () => {
    await forwarder('traccar');
    const rival = newTenant();
    const { forward } = await forwarder('traccar', rival);
    expect(batchOf(await forward(traccar)).accepted).toBe(2);
    expect(await readingsOf()).toEqual([]);
  });
});

describe('a provider with a format', () => {
  it('gets a key in place of client and secret, and is listed with its format', async () => {
    const made = await own().createTelemetryProvider({ name: 'Own', format: 'traccar' });
    const nth = asked.length;
    expect(asked.at(-1)).toEqual({ tenant: app.tenant, made: { name: 'Telemetry Own' } });
    expect(made).toMatchObject({
      ...{ client_id: `key_${nth}`, format: 'traccar' },
      ...{ client_secret: '', secret: '', api_key: `svc_live_${nth}` },
    });
    const { client_secret: _c, secret: _s, api_key: _k, ...shown } = made;
    expect((await own().listTelemetryProviders({})).data).toEqual([shown]);
  });

  it('cannot sign a batch, by whatever secret', async () => {
    const { client_id } = await forwarder('traccar');
    for (const secret of ['', 'whsec_x']) {
      const input = signedInput({ client_id, secret }, '{"readings":[]}', app.clock.now());
      expect(await app.call('ingest', input)).toEqual(refused('invalid_signature'));
    }
  });

  it('gets another key by rotation, from accounts, and no secret', async () => {
    const { id, client_id } = await own().createTelemetryProvider({ name: 'Own', format: 'tive' });
    expect(await own().rotateTelemetrySecret({ id })).toEqual({
      ...{ secret: '', api_key: `svc_live_${client_id}_2` },
      old_secret_expires_at: '2026-11-03T09:00:00.000Z',
    });
    const byOther = await app.call('rotateTelemetrySecret', { id }, { tenant: newTenant() });
    expect(byOther).toEqual(refused('provider_not_found'));
  });
});
