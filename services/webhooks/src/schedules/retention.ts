import { every } from '../define.ts';
import { keptSince, numberedSince, replayableSince } from '../domain/retention.ts';
import { giveUpOld } from '../store/give-up.ts';
import { markNumbers, purgeNumbers, purgeOlder } from '../store/purge.ts';

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

/** A counter goes a year after its job's last event, and never in the run that marks it. */
export const purgeJobNumbers = every('purge-numbers', '43 * * * *', async ({ db, now }) => {
  const before = numberedSince(now);
  const purged = await purgeNumbers(db, { before, batch });
  if (purged === batch) return 'again';
  await markNumbers(db, before);
  return undefined;
});
