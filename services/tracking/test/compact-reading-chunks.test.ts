import { afterAll, beforeAll, expect, it } from 'vitest';
import { type App, newTenant, startTracking } from './app.ts';
import { batchOf, newFleet, waitForFlush } from './telemetry-provider.ts';

let app: App;
beforeAll(async () => {
  app = await startTracking({ SVC_TELEMETRY_GATHER_MS: '10' });
});
afterAll(() => app.stop());

const orders = { single_reading: 'at, feed_no', reading_chunk: 'from_at, feed_no' };
const all = async (table: keyof typeof orders) =>
  (await app.owner.query(`select * from tracking.${table} order by ${orders[table]}`)).rows;

it('joins the runs of hours that are over, by feed and hundred of numbers', async () => {
  await app.owner.query(`update tracking.compaction set hour = '2026-11-02T07:00Z'`);
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
  await app.runSchedule('tracking', 'compact-reading-chunks');
  // Of each device: 8 o'clock with numbers from 0 and from 103; six of 9 o'clock, which is not over.
  expect(await all('reading_chunk')).toHaveLength(2 * (2 + 6));
  expect(await all('single_reading')).toEqual(readings);
  app.clock.set('2026-11-02T10:21:00Z');
  await app.runSchedule('tracking', 'compact-reading-chunks');
  expect(await all('reading_chunk')).toHaveLength(2 * (2 + 1));
  expect(await all('single_reading')).toEqual(readings);
  const again = { device_id: 'TR-1', seq: 1, at: '2026-11-02T08:10:00Z', temperature_c: 1 };
  expect(batchOf(await fleet.post([again])).duplicates).toBe(1);
});
