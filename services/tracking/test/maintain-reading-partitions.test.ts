import { afterAll, beforeAll, expect, it } from 'vitest';
import { type App, startTracking } from './app.ts';

let app: App;
beforeAll(async () => {
  app = await startTracking();
});
afterAll(() => app.stop());

/** A session that opens the table meanwhile could miss the new partition, see migration 0006. */
it('a partition is attached while nobody reads', async () => {
  const create = `select tracking.create_reading_partition('2031-05-01')`;
  const reader = await app.owner.connect();
  try {
    await reader.query('begin; select count(*) from tracking.reading_chunk');
    const impatient = `set local lock_timeout = '20ms'; ${create}`;
    await expect(app.owner.query(impatient)).rejects.toMatchObject({ code: '55P03' });
    await reader.query('commit');
    await app.owner.query(create);
  } finally {
    reader.release();
  }
});
