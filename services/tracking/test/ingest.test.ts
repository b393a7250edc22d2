import { invalid, newTenant, refused } from '@svc/kit/testing/service-test';
import { beforeEach, describe, expect, it } from 'vitest';
import { trackingTest } from './app.ts';
import { batchOf, type Fleet, newFleet, signed } from './telemetry-provider.ts';

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
    `select f.device_id, r.seq::int, r.at, r.temperature_mc, r.late from tracking.reading r
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

  it('counts a number of a device once: in a batch, in another, on another day', async () => {
    expect(await take(reading(1), reading(1))).toMatchObject({ accepted: 1, duplicates: 1 });
    expect(await take(reading(1))).toMatchObject({ accepted: 0, duplicates: 1 });
    expect(await take(reading(1))).toMatchObject({ accepted: 0, duplicates: 1, rejected: [] });
    expect(await stored()).toMatchObject([{ seq: 1, at: new Date('2026-11-02T08:59:30Z') }]);
  });

  it('rejects a used number with other values as a conflict, and keeps the first', async () => {
    const others = [
      { at: '2026-11-01T08:00:00Z' },
      { at: '2026-11-02T08:59:31Z' },
      { temperature_c: 4.2 },
      { position: { lat: -26.3, lng: 28.1 } },
    ];
    const conflict = {
      accepted: 0,
      duplicates: 0,
      rejected: others.map((_, index) => ({ index, code: 'sequence_conflict' })),
    };
    await take(reading(1));
    const told = others.map((other) => reading(1, other));
    expect(await take(...told)).toMatchObject(conflict);
    expect(await take(...told)).toMatchObject(conflict);
    expect(await take(reading(2), reading(2, { temperature_c: 4.2 }))).toMatchObject({
      accepted: 1,
      rejected: [{ index: 1, code: 'sequence_conflict' }],
    });
    expect(await stored()).toMatchObject([
      { seq: 1, at: new Date('2026-11-02T08:59:30Z') },
      { seq: 2 },
    ]);
  });

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
  it('that is impossible, or not of its vehicle and device, and takes the others', async () => {
    const bad: [code: string, change: Record<string, unknown>][] = [
      ['invalid_reading', { temperature_c: 'NaN' }],
      ['invalid_reading', { temperature_c: null, position: null }],
      ['invalid_reading', { at: undefined }],
      ['invalid_reading', { seq: 1.5 }],
      ['invalid_reading', { seq: 2 ** 60 }],
      ['invalid_reading', { device_id: "x'; drop" }],
      ['out_of_range', { temperature_c: 999 }],
      ['out_of_range', { position: { lat: 91, lng: 28 } }],
      ['out_of_range', { position: { lat: 0, lng: -181 } }],
      ['out_of_range', { speed_kmh: 301 }],
      ['in_future', { at: '2026-11-02T09:01:00.001Z' }],
      ['too_old', { at: '2026-08-04T08:59:59Z' }],
      ['unknown_device', { device_id: 'TR-9' }],
      ['unknown_vehicle', { vehicle: 'ZZ 999' }],
    ];
    const readings = bad.map(([, change], n) => reading(2 + n, change));
    expect(await take(reading(1), ...readings, reading(99))).toMatchObject({
      accepted: 2,
      rejected: bad.map(([code], n) => ({ index: 1 + n, code })),
    });
    expect(await seqs()).toEqual([1, 99]);
  });

  it('of a foreign vehicle or device, or of another own vehicle', async () => {
    const rival = newTenant();
    await newFleet(app, rival, ['TR-7']);
    await app.as().createVehicle({ registration: 'GP 42' });
    const named = (seq: number, vehicle: string) => reading(seq, { vehicle });
    const own = `ca-${app.tenant}`;
    const foreign = reading(4, { device_id: 'TR-7' });
    const told = [named(1, own), named(2, `CA ${rival}`), named(3, 'GP-42'), foreign];
    expect(await take(...told)).toMatchObject({
      accepted: 1,
      rejected: [
        { index: 1, code: 'unknown_vehicle' },
        { index: 2, code: 'vehicle_mismatch' },
        { index: 3, code: 'unknown_device' },
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

  it.each<[string, string, Parameters<Fleet['post']>[1]]>([
    ['sent without a signature', 'invalid_signature', { signature: '' }],
    ['sent without a timestamp', 'invalid_signature', { timestamp: '' }],
    ['signed with another secret', 'invalid_signature', { secret: 'whsec_no' }],
  ])('whose signature is missing or wrong: %s', (_what, code, sending) =>
    refusedWith(code, sending),
  );

  it('signed over the same JSON in another spelling', async () => {
    const body = JSON.stringify({ readings: [reading(1)] });
    const signature = signed(fleet.provider.secret, `${seconds(0)}.${body}`);
    const raw = JSON.stringify(JSON.parse(body), null, 1);
    await refusedWith('invalid_signature', { raw, signature });
  });

  it.each([-301, 301])('whose signature is %i s off the clock', (off) =>
    refusedWith('timestamp_out_of_tolerance', { timestamp: seconds(off) }),
  );

  it("that is signed with another carrier's secret", async () => {
    const { provider } = await newFleet(app, newTenant());
    await refusedWith('invalid_signature', { secret: provider.secret });
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
