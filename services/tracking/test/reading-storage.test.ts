import { newTenant } from '@svc/kit/testing/service-test';
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { array } from '../src/store/binary-arrays.ts';
import { trackingTest } from './app.ts';
import { batchOf, newFleet, waitForFlush } from './telemetry-provider.ts';

const app = trackingTest({ SVC_TELEMETRY_GATHER_MS: '10' });

const orders = { single_reading: 'at, feed_no', reading_chunk: 'from_at, feed_no' };
const all = async (table: keyof typeof orders) =>
  await app.sql(`select * from tracking.${table} order by ${orders[table]}`);

it('the compaction joins chunks of past hours by feed and hundred of numbers', async () => {
  await app.sql(`update tracking.compaction set hour = '2026-11-02T07:00Z'`);
  const fleet = await newFleet(app, newTenant(), ['TR-1', 'TR-2']);
  for (let n = 0; n < 12; n += 1) {
    app.clock.set(new Date(Date.parse('2026-11-02T08:00:00Z') + n * 600_000));
    const at = app.clock.now().toISOString();
    const readings = ['TR-1', 'TR-2'].map((device_id) => ({
      device_id,
      seq: n < 3 ? n : 100 + n,
      at,
      temperature_c: n,
    }));
    expect(batchOf(await fleet.post(readings)).accepted).toBe(2);
    await waitForFlush(app);
  }
  const readings = await all('single_reading');
  expect(await all('reading_chunk')).toHaveLength(24);
  await app.runSchedule('compact-reading-chunks');
  // Of each device: 8 o'clock with numbers from 0 and from 103; six of 9 o'clock, which is not over.
  expect(await all('reading_chunk')).toHaveLength(2 * (2 + 6));
  expect(await all('single_reading')).toEqual(readings);
  app.clock.set('2026-11-02T10:21:00Z');
  await app.runSchedule('compact-reading-chunks');
  expect(await all('reading_chunk')).toHaveLength(2 * (2 + 1));
  expect(await all('single_reading')).toEqual(readings);
  const again = { device_id: 'TR-1', seq: 1, at: '2026-11-02T08:10:00Z', temperature_c: 1 };
  expect(batchOf(await fleet.post([again])).duplicates).toBe(1);
});

const read = async (cells: ReturnType<typeof array>) => {
  const { rows } = await sql<{ told: string }>`select (${cells})::text as told`.execute(
    app.running().service('tracking').runtime.readDb,
  );
  return rows[0]?.told;
};

const time = (text: string) => new Date(text);

it.each([
  ['nothing', array('int4', []), '{}'],
  ['nothing known', array('date', [null, null]), '{NULL,NULL}'],
  ['integers', array('int4', [-2147483648, null, 2147483647]), '{-2147483648,NULL,2147483647}'],
  [
    'the largest integers',
    array('int8', [-1, 4294967296, Number.MAX_SAFE_INTEGER, Number.MIN_SAFE_INTEGER]),
    '{-1,4294967296,9007199254740991,-9007199254740991}',
  ],
  ['fractions', array('float4', [0, 63.7, 300, 1 / 3]), '{0,63.7,300,0.33333334}'],
  ['yes and no', array('bool', [true, false, null]), '{t,f,NULL}'],
  [
    'days before and after 2000',
    array('date', ['1970-01-01', '2024-02-29', '9999-12-31']),
    '{1970-01-01,2024-02-29,9999-12-31}',
  ],
  [
    'text that would need quotes',
    array('text', ['', 'a"\\,{é😀', 'NULL']),
    '{"","a\\"\\\\,{é😀","NULL"}',
  ],
  [
    'moments',
    array('timestamptz', [time('1999-12-31T23:59:59.999Z'), time('2026-11-02T08:00:00.001Z')]),
    '{"1999-12-31 23:59:59.999+00","2026-11-02 08:00:00.001+00"}',
  ],
])('Postgres decodes the %s values that were encoded here', async (_what, cells, expected) => {
  expect(await read(cells)).toBe(expected);
});

/** A session that opens the table meanwhile could miss the new partition, see migration 0006. */
it('a partition is attached while no statement reads the table', async () => {
  const create = `select tracking.create_reading_partition('2031-05-01')`;
  const reader = await app.running().owner.connect();
  try {
    await reader.query('begin; select count(*) from tracking.reading_chunk');
    const impatient = `set local lock_timeout = '20ms'; ${create}`;
    await expect(app.sql(impatient)).rejects.toMatchObject({ code: '55P03' });
    await reader.query('commit');
    await app.sql(create);
  } finally {
    reader.release();
  }
});
