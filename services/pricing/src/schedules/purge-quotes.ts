import { every } from '../define.ts';
import { purgeExpired } from '../store/quotes.ts';

const keptMs = 24 * 3_600_000;
/** Bounds the transaction; once a minute this outruns 160 quotes a second. */
const batch = 10_000;

/** Quotes go a day after they expired. */
export const purgeQuotes = every('purge-quotes', '* * * * *', async ({ db, now, log }) => {
  const purged = await purgeExpired(db, new Date(now.getTime() - keptMs), batch);
  if (purged > 0) log.info({ purged }, 'expired quotes purged');
});
