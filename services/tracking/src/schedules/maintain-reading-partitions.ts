import { readingTimeLimits } from '../config.ts';
import { every } from '../define.ts';
import { createPartition, dropPartition } from '../store/reading-chunks.ts';

/** Partitions created ahead, so that the first flush of a day does not pay for its partition. */
const daysAhead = 3;
const dayMs = 24 * 3_600_000;

/** Partition maintenance: creates the next days, and drops one day that is past the retention. */
export const maintainReadingPartitions = every(
  'maintain-reading-partitions',
  '11 * * * *',
  async ({ db, now, config }) => {
    for (let days = 0; days <= daysAhead; days += 1) {
      await createPartition(db, new Date(now.getTime() + days * dayMs));
    }
    const { retentionMs } = readingTimeLimits(now, config);
    const oldest = new Date(now.getTime() - retentionMs);
    return (await dropPartition(db, oldest)) ? 'again' : undefined;
  },
);
