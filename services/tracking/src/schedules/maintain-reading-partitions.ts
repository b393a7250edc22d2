import { readingTimeLimits } from '../config.ts';
import { every } from '../define.ts';
import { maintainPartitions } from '../store/readings.ts';

/** Partitions created ahead, so that the first batch of a day does not pay for its partition. */
const daysAhead = 3;

/** Partition maintenance: creates the next days, and drops one day that is past the retention. */
export const maintainReadingPartitions = every(
  'maintain-reading-partitions',
  '11 * * * *',
  async ({ db, now, config }) => {
    const { retentionMs } = readingTimeLimits(now, config);
    const oldest = new Date(now.getTime() - retentionMs);
    return (await maintainPartitions(db, { now, daysAhead, oldest })) ? 'again' : undefined;
  },
);
