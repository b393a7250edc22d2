import { every } from '../define.ts';
import { purgeSessions as purgeStored } from '../store/sessions.ts';

/** Bounds the transaction. */
const batch = 1_000;

/** Deletes sessions past their absolute end; an idle one stays until then, and opens nothing. */
export const purgeSessions = every('purge-sessions', '*/10 * * * *', async ({ db, now }) => {
  const purged = await purgeStored(db, { before: now, max: batch });
  return purged === batch ? 'again' : undefined;
});
