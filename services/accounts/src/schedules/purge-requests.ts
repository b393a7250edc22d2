import { every } from '../define.ts';
import { keptSince } from '../domain/request-log.ts';
import { purgeRequests as purgeStored } from '../store/request-log.ts';

/** Bounds the transaction. */
const batch = 5_000;

/** Deletes requests after seven days. */
export const purgeRequests = every('purge-requests', '*/10 * * * *', async ({ db, now }) => {
  const purged = await purgeStored(db, { before: keptSince(now), max: batch });
  return purged === batch ? 'again' : undefined;
});
