/** A process of the version before writes and reads chunks beside this one, see migration 0013. */
import { until } from '@svc/devnet';
import { newTenant } from '@svc/kit/testing/service-test';
import { beforeEach, describe, expect, it } from 'vitest';
import { trackingTest } from './app.ts';
import { batchOf, type Fleet, newFleet } from './telemetry-provider.ts';

const app = trackingTest({ SVC_TELEMETRY_POLL_MS: '10' });

let carrier: string;
let fleet: Fleet;
let feed: { no: number; vehicle_no: number };
beforeEach(async () => {
  app.clock.set('2026-11-02T09:00:00.000Z');
  carrier = newTenant();
  fleet = await newFleet(app, carrier, [carrier]);
  await fleet.post([reading(100)]);
  const [row] = await app.sql('select no, vehicle_no from tracking.feed where tenant_id = $1', [
    carrier,
  ]);
  feed = { no: row?.no, vehicle_no: row?.vehicle_no };
});

const reading = (seq: number, at = '2026-11-02T08:59:30.123Z', temperature_c = 4.1) => ({
  ...{ device_id: carrier, seq, at, temperature_c, speed_kmh: 40.5 },
  position: { lat: -26.2, lng: 28.05 },
});

/** A reading as the version before encodes it, of the speed, position and temperature above. */
function encoded(seq: number, at = '2026-11-02T08:59:30.123Z', flags = 0): Buffer {
  const to = Buffer.alloc(45);
  const none = -(2 ** 31);
  [feed.no, feed.vehicle_no].forEach((no, n) => void to.writeInt32BE(no, 4 * n));
  to.writeBigInt64BE(BigInt(Date.parse(at)), 8);
  to.writeBigInt64BE(BigInt(seq), 16);
  [4_100, -26_200_000, 28_050_000, 40_500, none].forEach(
    (cell, n) => void to.writeInt32BE(cell, 24 + 4 * n),
  );
  to.writeUInt8(flags, 44);
  return to;
}

const chunkOf = (readings: Buffer, from: string, seq: number) => [
  ...[feed.no, feed.vehicle_no, from, from, seq],
  readings,
];
const intoChunks = (table: string) =>
  `insert into tracking.${table} (feed_no, vehicle_no, from_at, to_at, from_seq, readings)
   values ($1, $2, $3, $4, $5, $6)`;
/** In the service's own search path, which the function relies on. */
const append = async (readings: Buffer) => {
  const client = await app.running().owner.connect();
  try {
    await client.query('set search_path = tracking');
    const { rows } = await client.query(`select append_batch($1, 'token', $2, $3, $4) as no`, [
      ...[fleet.provider.id, '2026-11-02T08:59:30Z', [feed.no]],
      readings,
    ]);
    return rows[0]?.no ?? null;
  } finally {
    await client.query('reset search_path');
    client.release();
  }
};
const giveLease = () =>
  app.sql(`update tracking.provider_lease set token = 'token' where provider_id = $1`, [
    fleet.provider.id,
  ]);
const stored = () =>
  app.sql(
    `select seq::int, at, late, bad_fix, speed_mh from tracking.reading where feed_no = $1
      order by seq`,
    [feed.no],
  );
const duplicates = { accepted: 0, duplicates: 1, rejected: [] };

describe('a reading in a chunk of a day from before', () => {
  const at = '2026-10-30T08:10:00Z';
  beforeEach(async () => {
    await app.sql(
      `create table if not exists tracking.reading_chunk_20261030 partition of tracking.earlier_chunk
         for values from ('2026-10-30T00:00Z') to ('2026-10-31T00:00Z')`,
    );
    await app.sql(intoChunks('earlier_chunk'), chunkOf(encoded(7, at, 2), at, 7));
  });

  it('counts once, and its number is not given to another', async () => {
    expect(batchOf(await fleet.post([reading(7, at)]))).toMatchObject(duplicates);
    expect(batchOf(await fleet.post([reading(7, at, 5)])).rejected).toEqual([
      { index: 0, code: 'sequence_conflict' },
    ]);
    expect(batchOf(await fleet.post([reading(8, at)])).accepted).toBe(1);
  });

  it('is read beside the rows of the vehicle', async () => {
    await fleet.post([reading(8, at)]);
    const rows = await app.sql(
      `select seq::int, at, speed_mh, bad_fix
         from tracking.vehicle_readings($1, '2026-10-30T08:10:00Z', '2026-10-30T08:10:00Z')
        order by seq`,
      [feed.vehicle_no],
    );
    const row = { at: new Date(at), speed_mh: 40_500 };
    expect(rows).toEqual([
      { seq: 7, ...row, bad_fix: true },
      { seq: 8, ...row, bad_fix: false },
    ]);
  });

  it('is dropped with its day', async () => {
    app.clock.set('2027-01-29T09:00:00.000Z');
    for (let days = 0; days < 4; days += 1) await app.runSchedule('maintain-reading-partitions');
    const [found] = await app.sql(`select to_regclass('tracking.reading_chunk_20261030') as part`);
    expect(found).toEqual({ part: null });
  });
});

it('the version before reads rows as chunks, and what it writes as chunks are rows', async () => {
  const chunk = chunkOf(
    Buffer.concat([encoded(1, undefined, 1), encoded(2)]),
    '2026-11-02T08:59:30.123Z',
    1,
  );
  await app.sql(intoChunks('reading_chunk'), chunk);
  const row = { at: new Date('2026-11-02T08:59:30.123Z'), bad_fix: false, speed_mh: 40_500 };
  expect(await stored()).toEqual([
    { seq: 1, ...row, late: true },
    { seq: 2, ...row, late: false },
    { seq: 100, ...row, late: false },
  ]);
  const chunks = await app.sql(
    `select from_seq::int, readings from tracking.reading_chunk
      where vehicle_no = $1 and from_at >= '2026-11-02T08:00Z' and from_at <= '2026-11-02T09:00Z'
        and to_at >= '2026-11-02T08:00Z' order by from_seq`,
    [feed.vehicle_no],
  );
  expect(chunks).toEqual([
    { from_seq: 1, readings: encoded(1, undefined, 1) },
    { from_seq: 2, readings: encoded(2) },
    { from_seq: 100, readings: encoded(100) },
  ]);
  expect(batchOf(await fleet.post([reading(2)]))).toMatchObject(duplicates);
});

describe('a batch that the version before accepted', () => {
  beforeEach(async () => {
    await app.sql(`insert into tracking.provider_lease values ($1, 'token')`, [fleet.provider.id]);
  });

  it('is stored before the next of its provider, and its lease is over', async () => {
    const posting = async () => {
      expect(await append(encoded(101))).not.toBeNull();
      return batchOf(await fleet.post([reading(101), reading(102)]));
    };
    expect(await posting()).toMatchObject({ accepted: 1, duplicates: 1 });
    expect((await stored()).map(({ seq }) => seq)).toEqual([100, 101, 102]);
    expect(await append(encoded(103))).toBeNull();
    await giveLease();
    expect(await append(encoded(103))).not.toBeNull();
  });

  it('is stored by the evaluation where no other batch comes', async () => {
    await append(encoded(101));
    await until(async () => (await stored()).length === 2, {
      timeoutMs: 20_000,
      what: 'the batch to be stored',
    });
    const [seen] = await app.sql('select max_seq::int from tracking.feed where no = $1', [feed.no]);
    expect(seen).toEqual({ max_seq: 101 });
  });
});
