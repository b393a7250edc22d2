import { invalid, newTenant, refused } from '@svc/kit/testing/service-test';
import { beforeEach, describe, expect, it } from 'vitest';
import { trackingTest } from './app.ts';
import { batchOf, type Fleet, newFleet, signed, waitForFlush } from './telemetry-provider.ts';

let fleet: Fleet;
const app = trackingTest();
beforeEach(async () => {
  app.clock.set('2026-11-02T09:00:00.000Z');
  fleet = await newFleet(app, app.tenant, ['TR-1', 'TR-2']);
});

const place = { lat: -26.2, lng: 28.05 };
const reading = (seq: number, change: Record<string, unknown> = {}) => ({
  device_id: 'TR-1',
  seq,
  at: '2026-11-02T08:59:30Z',
  position: place,
  speed_kmh: 40,
  temperature_c: 4.1,
  calibrated_until: '2027-06-30',
  ...change,
});
const take = async (...readings: unknown[]) => batchOf(await fleet.post(readings));
const stored = async () => {
  const rows = await app.sql(
    `select f.device_id, r.seq::int, r.at, r.temperature_mc, r.late from tracking.single_reading r
       join tracking.feed f on f.no = r.feed_no where f.tenant_id = $1 order by 1, 2`,
    [app.tenant],
  );
  return rows;
};
const seqs = async () => (await stored()).map(({ seq }) => seq);

describe('ingest', () => {
  it('stores what it accepts before it returns', async () => {
    expect(await take(reading(1), reading(2), reading(1, { device_id: 'TR-2' }))).toEqual({
      object: 'telemetry_batch',
      id: expect.stringMatching(/^tb_/),
      accepted: 3,
      duplicates: 0,
      rejected: [],
    });
    expect(await stored()).toEqual([
      expect.objectContaining({ device_id: 'TR-1', seq: 1, temperature_mc: 4100, late: false }),
      expect.objectContaining({ device_id: 'TR-1', seq: 2 }),
      expect.objectContaining({ device_id: 'TR-2', seq: 1 }),
    ]);
  });

  it('shows the vehicle at its newest position, in any order of arrival', async () => {
    await take(reading(2, { position: { lat: -26.205, lng: 28.05 } }));
    await take(reading(1, { at: '2026-11-02T08:59:00Z' }));
    await waitForFlush(app);
    const { data } = await app.as().listVehicles({});
    expect(data[0]?.last_position).toEqual({ lat: -26.205, lng: 28.05 });
  });

  it('counts a number of a device once: in a batch, in another, on another day', async () => {
    expect(await take(reading(1), reading(1))).toMatchObject({ accepted: 1, duplicates: 1 });
    expect(await take(reading(1))).toMatchObject({ accepted: 0, duplicates: 1 });
    await waitForFlush(app);
    expect(await take(reading(1))).toMatchObject({ accepted: 0, duplicates: 1, rejected: [] });
    expect(await stored()).toMatchObject([{ seq: 1, at: new Date('2026-11-02T08:59:30Z') }]);
  });

  it.each([
    ['another day', { at: '2026-11-01T08:00:00Z' }],
    ['another moment', { at: '2026-11-02T08:59:31Z' }],
    ['another temperature', { temperature_c: 4.2 }],
    ['another place', { position: { lat: -26.3, lng: 28.1 } }],
  ])(
    'rejects a used number with %s as a conflict, and keeps the first reading',
    async (_, other) => {
      await take(reading(1));
      const conflict = {
        accepted: 0,
        duplicates: 0,
        rejected: [{ index: 0, code: 'sequence_conflict' }],
      };
      expect(await take(reading(1, other))).toMatchObject(conflict);
      await waitForFlush(app);
      expect(await take(reading(1, other))).toMatchObject(conflict);
      expect(await take(reading(2), reading(2, other))).toMatchObject({
        accepted: 1,
        duplicates: 0,
        rejected: [{ index: 1, code: 'sequence_conflict' }],
      });
      expect(await stored()).toMatchObject([
        { seq: 1, at: new Date('2026-11-02T08:59:30Z') },
        { seq: 2 },
      ]);
    },
  );

  it('ignores and names unknown members, and stores their readings', async () => {
    const known = reading(3);
    const raw = JSON.stringify({
      readings: [
        known,
        { ...reading(4), battery: 80 },
        { ...reading(5), position: { lat: -26.2, lng: 28, alt: 1 } },
      ],
    });
    expect(batchOf(await fleet.post([], { raw }))).toMatchObject({
      accepted: 3,
      rejected: [],
      ignored: [
        { index: 1, member: 'battery' },
        { index: 2, member: 'position.alt' },
      ],
    });
    expect(await seqs()).toEqual([3, 4, 5]);
    expect(batchOf(await fleet.post([known]))).not.toHaveProperty('ignored');
    const ofBatch = JSON.stringify({ readings: [known], provider: 'x' });
    expect(await fleet.post([], { raw: ofBatch })).toEqual(invalid('provider'));
  });

  it('accepts numbers in any order, each once, also in concurrent batches', async () => {
    const numbers = [5, 3, 9, 1, 7, 2, 8];
    const batches = [...numbers, ...numbers].map((seq) => fleet.post([reading(seq), reading(10)]));
    const taken = (await Promise.all(batches)).map(batchOf);
    expect(taken.reduce((sum, { accepted }) => sum + accepted, 0)).toBe(8);
    expect(await seqs()).toEqual([1, 2, 3, 5, 7, 8, 9, 10]);
  });

  it('marks readings older than the watermark as late', async () => {
    await take(
      reading(1, { at: '2026-11-02T08:58:00Z' }),
      reading(2, { at: '2026-11-02T08:57:59Z' }),
    );
    expect((await stored()).map(({ late }) => late)).toEqual([false, true]);
  });

  it('accepts 500 readings of the greatest length, which fit a request', async () => {
    const long = Array.from({ length: 500 }, (_, n) => ({
      device_id: 'D'.repeat(64),
      seq: Number.MAX_SAFE_INTEGER - n,
      at: '2026-11-02T10:59:30.123456789+02:00',
      vehicle: 'CA 123-456 789-123-X',
      position: { lat: -26 - 1 / 7, lng: -128 - 1 / 7 },
      speed_kmh: 123 + 1 / 7,
      temperature_c: -25 - 1 / 7,
      calibrated_until: '2027-06-30',
    }));
    const raw = JSON.stringify({ readings: long });
    expect(Buffer.byteLength(raw)).toBeLessThan(262_144);
    expect(batchOf(await fleet.post([], { raw })).rejected).toHaveLength(500);
    const [first] = long;
    await app.as().createDevice({
      device_id: first?.device_id ?? '',
      vehicle_id: fleet.vehicle.id,
    });
    const own = JSON.stringify({ readings: long.map(({ vehicle: _, ...rest }) => rest) });
    expect(batchOf(await fleet.post([], { raw: own })).accepted).toBe(500);
  });

  it('returns the same reply to a repeated request if it is signed', async () => {
    const first = await fleet.post([reading(1)], { request: `r ${app.tenant}` });
    const again = await fleet.post([reading(1)], { request: `r ${app.tenant}` });
    expect(again).toEqual({ ...first, replayed: true });
    const forged = await fleet.post([reading(1)], {
      request: `r ${app.tenant}`,
      secret: 'whsec_x',
    });
    expect(forged).toEqual(refused('invalid_signature'));
  });
});

describe('ingest rejects a single reading', () => {
  it.each([
    ['invalid_reading', 'a text for a number', { temperature_c: 'NaN' }],
    ['invalid_reading', 'nothing measured', { temperature_c: null, position: null }],
    ['invalid_reading', 'no time', { at: undefined }],
    ['invalid_reading', 'half a number', { seq: 1.5 }],
    ['invalid_reading', 'a number that no integer is', { seq: 2 ** 60 }],
    ['invalid_reading', 'a device with a name that could be anything', { device_id: "x'; drop" }],
    ['out_of_range', '999 °C', { temperature_c: 999 }],
    ['out_of_range', 'latitude 91', { position: { lat: 91, lng: 28 } }],
    ['out_of_range', 'longitude −181', { position: { lat: 0, lng: -181 } }],
    ['out_of_range', '301 km/h', { speed_kmh: 301 }],
    ['in_future', 'more than a minute ahead', { at: '2026-11-02T09:01:00.001Z' }],
    ['too_old', 'older than readings are kept', { at: '2026-08-04T08:59:59Z' }],
    ['unknown_device', 'a device that nobody registered', { device_id: 'TR-9' }],
    ['unknown_vehicle', 'a vehicle that is not the carrier’s', { vehicle: 'ZZ 999' }],
  ])('with the issue %s: %s', async (code, _what, change) => {
    expect(await take(reading(1), reading(2, change), reading(3))).toMatchObject({
      accepted: 2,
      rejected: [{ index: 1, code }],
    });
    expect(await seqs()).toEqual([1, 3]);
  });

  it("of another carrier's device with unknown_device", async () => {
    await newFleet(app, newTenant(), ['TR-7']);
    expect(await take(reading(1, { device_id: 'TR-7' }))).toMatchObject({
      rejected: [{ index: 0, code: 'unknown_device' }],
    });
  });

  it('of a foreign vehicle with unknown_vehicle, of another own with vehicle_mismatch', async () => {
    const rival = newTenant();
    await newFleet(app, rival);
    await app.as().createVehicle({ registration: 'GP 42' });
    const named = (seq: number, vehicle: string) => reading(seq, { vehicle });
    const own = `ca-${app.tenant}`;
    expect(await take(named(1, own), named(2, `CA ${rival}`), named(3, 'GP-42'))).toMatchObject({
      accepted: 1,
      rejected: [
        { index: 1, code: 'unknown_vehicle' },
        { index: 2, code: 'vehicle_mismatch' },
      ],
    });
  });
});

describe('ingest stores nothing of a batch', () => {
  const refusedWith = async (code: string, sending: Parameters<Fleet['post']>[1]) => {
    expect(await fleet.post([reading(1)], sending)).toEqual(refused(code));
    expect(await seqs()).toEqual([]);
  };
  const seconds = (off: number) => String(Math.floor(app.clock.now().getTime() / 1_000) + off);

  it('that is sent without a signature', () => refusedWith('invalid_signature', { signature: '' }));
  it('that is sent without a timestamp', () => refusedWith('invalid_signature', { timestamp: '' }));
  it('that is signed with another secret', () =>
    refusedWith('invalid_signature', { secret: 'whsec_no' }));

  it('signed over the same JSON in another spelling', async () => {
    const body = JSON.stringify({ readings: [reading(1)] });
    const signature = signed(fleet.provider.secret, `${seconds(0)}.${body}`);
    const raw = JSON.stringify(JSON.parse(body), null, 1);
    await refusedWith('invalid_signature', { raw, signature });
  });

  it.each([-301, 301])('whose signature is %i s off the clock', (off) =>
    refusedWith('timestamp_out_of_tolerance', { timestamp: seconds(off) }),
  );

  it('from a client without a provider, or of another carrier', async () => {
    const other = await newFleet(app, newTenant());
    const stolen = { ...fleet.provider, client_id: other.provider.client_id };
    await refusedWith('invalid_signature', { secret: other.provider.secret });
    expect(stolen.client_id).not.toBe(fleet.provider.client_id);
  });

  it.each([
    ['no JSON', '{"readings":[', refused('invalid_json')],
    ['NaN', '{"readings":[{"temperature_c":NaN}]}', refused('invalid_json')],
    ['no readings', '{}', { invalid: [{ path: ['readings'], code: 'invalid_type' }] }],
    ['none', '{"readings":[]}', { invalid: [{ path: ['readings'], code: 'too_small' }] }],
  ])('whose body has the form %s', async (_what, raw, expected) => {
    expect(await fleet.post([], { raw })).toMatchObject(expected);
  });

  it('that has more than 500 readings', async () => {
    const many = Array.from({ length: 501 }, (_, seq) => reading(seq));
    expect(await fleet.post(many)).toMatchObject({ invalid: [{ code: 'too_big' }] });
    expect(await seqs()).toEqual([]);
  });

  it('that a replayed request sends a second time', async () => {
    const timestamp = seconds(-200);
    await fleet.post([reading(1)], { timestamp });
    const replay = await fleet.post([reading(1)], { timestamp });
    expect(batchOf(replay)).toMatchObject({ accepted: 0, duplicates: 1 });
    expect(await seqs()).toEqual([1]);
  });
});

it('a rotated secret is valid immediately, and the former one for 24 hours', async () => {
  const { id } = fleet.provider;
  const { secret, old_secret_expires_at } = await app.as().rotateTelemetrySecret({ id });
  expect(old_secret_expires_at).toBe('2026-11-03T09:00:00.000Z');
  const now = { at: app.clock.now().toISOString() };
  expect(batchOf(await fleet.post([reading(1, now)], { secret })).accepted).toBe(1);
  app.clock.advanceMs(24 * 3_600_000 - 1);
  expect(batchOf(await fleet.post([reading(2, now)])).accepted).toBe(1);
  app.clock.advanceMs(1);
  expect(await fleet.post([reading(3, now)])).toEqual(refused('invalid_signature'));
  expect(batchOf(await fleet.post([reading(3, now)], { secret })).accepted).toBe(1);
});
