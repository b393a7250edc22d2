import { boundsOf, dayOf, daysLater } from '../bounds.ts';
import { every } from '../define.ts';
import { dropDay, keepDay } from '../store/runs.ts';

/** Made ahead, so that no batch at midnight has to; a batch makes what is missing all the same. */
const daysAhead = 3;

/** The partitions of the next days are made, and one that is older than readings are kept is dropped. */
export const keepReadingDays = every(
  'keep-reading-days',
  '11 * * * *',
  async ({ db, now, config }) => {
    for (let days = 0; days <= daysAhead; days += 1) await keepDay(db, dayOf(daysLater(now, days)));
    const { retentionMs } = boundsOf(now, config);
    const oldest = dayOf(new Date(now.getTime() - retentionMs));
    return (await dropDay(db, oldest)) ? 'again' : undefined;
  },
);
