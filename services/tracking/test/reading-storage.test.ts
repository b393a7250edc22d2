import { expect, it } from 'vitest';
import { trackingTest } from './app.ts';

const app = trackingTest();

/** A session that opens the table meanwhile could miss the new partition, see migration 0006. */
it('a partition is attached while no statement reads the table', async () => {
  const create = `select tracking.create_reading_partition('2031-05-01')`;
  const reader = await app.running().owner.connect();
  try {
    await reader.query('begin; select count(*) from tracking.reading');
    const impatient = `set local lock_timeout = '20ms'; ${create}`;
    await expect(app.sql(impatient)).rejects.toMatchObject({ code: '55P03' });
    await reader.query('commit');
    await app.sql(create);
  } finally {
    reader.release();
  }
});
