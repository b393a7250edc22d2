import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type App, newTenant, startTracking } from './app.ts';
import { batchOf, type Fleet, newFleet, signed, waitForFlush } from './telemetry-provider.ts';

let app: App;
let carrier: string;
let fleet: Fleet;
beforeAll(async () => {
  app = await startTracking();
});
afterAll(() => app.stop());
beforeEach(async () => {
  carrier = newTenant();
  app.clock.set('2026-11-02T09:00:00.000Z');
  fleet = await newFleet(app, carrier, ['TR-1', 'TR-2']);
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
  const { rows } = await app.owner.query(
    `select f.device_id, r.seq::int, r.at, r.temperature_mc, r.late from tracking.single_reading r
       join tracking.feed f on f.no = r.feed_no where f.tenant_id = $1 order by 1, 2`,
    [carrier],
  );
  return rows;
};
const seqs = async () => (await stored()).map(({ seq }) => seq);

describe('ingest', () => {
  it('keeps what it accepts, and says so only then', async () => {
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

  it('shows where the vehicle is, the newest position whatever came last', async () => {
    await take(reading(2, { position: { lat: -26.3, lng: 28.1 } }));
    await take(reading(1, { at: '2026-11-02T08:59:00Z' }));
    await waitForFlush(app);
    const { data } = await app.clients(carrier).tracking.listVehicles({});
    expect(data[0]?.last_position).toEqual({ lat: -26.3, lng: 28.1 });
  });

  it('counts the same number of a device once: in a batch, in another, on another day', async () => {
    expect(await take(reading(1), reading(1))).toMatchObject({ accepted: 1, duplicates: 1 });
    expect(await take(reading(1))).toMatchObject({ accepted: 0, duplicates: 1 });
    const otherDay = reading(1, { at: '2026-11-01T08:00:00Z' });
    expect(await take(otherDay)).toMatchObject({ accepted: 0, duplicates: 1 });
    expect(await stored()).toMatchObject([{ seq: 1, at: new Date('2026-11-02T08:59:30Z') }]);
  });

  it('takes numbers in any order, each once, also when many send them at once', async () => {
    const numbers = [5, 3, 9, 1, 7, 2, 8];
    const batches = [...numbers, ...numbers].map((seq) => fleet.post([reading(seq), reading(10)]));
    const taken = (await Promise.all(batches)).map(batchOf);
    expect(taken.reduce((sum, { accepted }) => sum + accepted, 0)).toBe(8);
    expect(await seqs()).toEqual([1, 2, 3, 5, 7, 8, 9, 10]);
  });

  it('marks as late what is older than the watermark', async () => {
    await take(
      reading(1, { at: '2026-11-02T08:58:00Z' }),
      reading(2, { at: '2026-11-02T08:57:59Z' }),
    );
    expect((await stored()).map(({ late }) => late)).toEqual([false, true]);
  });

  it('takes 500 readings with every member at its longest, which fit a request', async () => {
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
    await app.clients(carrier).tracking.createDevice({
      device_id: first?.device_id ?? '',
      vehicle_id: fleet.vehicle.id,
    });
    const own = JSON.stringify({ readings: long.map(({ vehicle: _, ...rest }) => rest) });
    expect(batchOf(await fleet.post([], { raw: own })).accepted).toBe(500);
  });

  it('answers the same request again as it did, if it is signed', async () => {
    const first = await fleet.post([reading(1)], { request: `r ${carrier}` });
    const again = await fleet.post([reading(1)], { request: `r ${carrier}` });
    expect(again).toEqual({ ...first, replayed: true });
    const forged = await fleet.post([reading(1)], { request: `r ${carrier}`, secret: 'whsec_x' });
    expect(forged).toMatchObject({ refused: { code: 'invalid_signature' } });
  });
});

describe('ingest rejects a reading by itself', () => {
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
  ])('%s: %s', async (code, _what, change) => {
    expect(await take(reading(1), reading(2, change), reading(3))).toMatchObject({
      accepted: 2,
      rejected: [{ index: 1, code }],
    });
    expect(await seqs()).toEqual([1, 3]);
  });

  it('unknown_device: one of another carrier', async () => {
    await newFleet(app, newTenant(), ['TR-7']);
    expect(await take(reading(1, { device_id: 'TR-7' }))).toMatchObject({
      rejected: [{ index: 0, code: 'unknown_device' }],
    });
  });

  it('unknown_vehicle: one of another carrier; vehicle_mismatch: another of its own', async () => {
    const rival = newTenant();
    await newFleet(app, rival);
    await app.clients(carrier).tracking.createVehicle({ registration: 'GP 42' });
    const named = (seq: number, vehicle: string) => reading(seq, { vehicle });
    const own = `ca-${carrier}`;
    expect(await take(named(1, own), named(2, `CA ${rival}`), named(3, 'GP-42'))).toMatchObject({
      accepted: 1,
      rejected: [
        { index: 1, code: 'unknown_vehicle' },
        { index: 2, code: 'vehicle_mismatch' },
      ],
    });
  });
});

describe('ingest stores nothing', () => {
  const refusedWith = async (code: string, sending: Parameters<Fleet['post']>[1]) => {
    expect(await fleet.post([reading(1)], sending)).toMatchObject({ refused: { code } });
    expect(await seqs()).toEqual([]);
  };
  const seconds = (off: number) => String(Math.floor(app.clock.now().getTime() / 1_000) + off);

  it('without a signature', () => refusedWith('invalid_signature', { signature: '' }));
  it('without a timestamp', () => refusedWith('invalid_signature', { timestamp: '' }));
  it('signed with another secret', () => refusedWith('invalid_signature', { secret: 'whsec_no' }));

  it('signed over the same JSON, written otherwise', async () => {
    const body = JSON.stringify({ readings: [reading(1)] });
    const signature = signed(fleet.provider.secret, `${seconds(0)}.${body}`);
    const raw = JSON.stringify(JSON.parse(body), null, 1);
    await refusedWith('invalid_signature', { raw, signature });
  });

  it.each([-301, 301])('signed %i s off', (off) =>
    refusedWith('timestamp_out_of_tolerance', { timestamp: seconds(off) }),
  );

  it('from a client of no provider, or of another carrier', async () => {
    const other = await newFleet(app, newTenant());
    const stolen = { ...fleet.provider, client_id: other.provider.client_id };
    await refusedWith('invalid_signature', { secret: other.provider.secret });
    expect(stolen.client_id).not.toBe(fleet.provider.client_id);
  });

  it.each([
    ['no JSON', '{"readings":[', { refused: { code: 'invalid_json' } }],
    ['NaN', '{"readings":[{"temperature_c":NaN}]}', { refused: { code: 'invalid_json' } }],
    ['no readings', '{}', { invalid: [{ path: ['readings'], code: 'invalid_type' }] }],
    ['none', '{"readings":[]}', { invalid: [{ path: ['readings'], code: 'too_small' }] }],
  ])('of a body with %s', async (_what, raw, expected) => {
    expect(await fleet.post([], { raw })).toMatchObject(expected);
  });

  it('of 501 readings', async () => {
    const many = Array.from({ length: 501 }, (_, seq) => reading(seq));
    expect(await fleet.post(many)).toMatchObject({ invalid: [{ code: 'too_big' }] });
    expect(await seqs()).toEqual([]);
  });

  it('that a replayed request brings a second time', async () => {
    const timestamp = seconds(-200);
    await fleet.post([reading(1)], { timestamp });
    const replay = await fleet.post([reading(1)], { timestamp });
    expect(batchOf(replay)).toMatchObject({ accepted: 0, duplicates: 1 });
    expect(await seqs()).toEqual([1]);
  });
});

describe('a rotated secret', () => {
  it('is valid at once, and the old one for 24 hours more', async () => {
    const { id } = fleet.provider;
    const { secret, old_secret_expires_at } = await app
      .clients(carrier)
      .tracking.rotateTelemetrySecret({ id });
    expect(old_secret_expires_at).toBe('2026-11-03T09:00:00.000Z');
    const now = { at: app.clock.now().toISOString() };
    expect(batchOf(await fleet.post([reading(1, now)], { secret })).accepted).toBe(1);
    app.clock.advanceMs(24 * 3_600_000 - 1);
    expect(batchOf(await fleet.post([reading(2, now)])).accepted).toBe(1);
    app.clock.advanceMs(1);
    expect(await fleet.post([reading(3, now)])).toMatchObject({
      refused: { code: 'invalid_signature' },
    });
    expect(batchOf(await fleet.post([reading(3, now)], { secret })).accepted).toBe(1);
  });
});
