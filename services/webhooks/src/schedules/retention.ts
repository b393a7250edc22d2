import { every } from '../define.ts';
import { keptSince, replayableSince } from '../domain/retention.ts';
import { giveUpOld } from '../store/give-up.ts';
import { purgeOlder } from '../store/purge.ts';

/** Bounds the transaction. */
const batch = 5_000;

/** The feed and the log go back 30 days; the pending never get that old. */
export const purgeLog = every('purge-log', '23 * * * *', async ({ db, now }) => {
  const bounds = { before: keptSince(now), batch };
  const deliveries = await purgeOlder(db, 'delivery', bounds);
  const events = await purgeOlder(db, 'event', bounds);
  return deliveries === batch || events === batch ? 'again' : undefined;
});

/** What has waited for 14 days, for an endpoint that stayed disabled or is gone, is given up. */
export const giveUp = every('give-up', '53 * * * *', async ({ db, now }) => {
  const givenUp = await giveUpOld(db, replayableSince(now), batch);
  return givenUp === batch ? 'again' : undefined;
});
