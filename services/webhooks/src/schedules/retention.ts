import { every } from '../define.ts';
import { keptSince, numberedSince, replayableSince } from '../domain/retention.ts';
import { abandonOld } from '../store/abandoned-deliveries.ts';
import { purgeHostWindows } from '../store/host-windows.ts';
import { markNumbers, purgeNumbers, purgeOlder } from '../store/purge.ts';

const hostWindowKeptMs = 24 * 60 * 60 * 1000;

/** Bounds the transaction. */
const batch = 5_000;

/** Deletes events, deliveries and alarms after 30 days; pending deliveries are abandoned before. */
export const purgeLog = every('purge-log', '23 * * * *', async ({ db, now }) => {
  const bounds = { before: keptSince(now), batch };
  const deliveries = await purgeOlder(db, 'delivery', bounds);
  const events = await purgeOlder(db, 'event', bounds);
  const alarms = await purgeOlder(db, 'ops_event', bounds);
  await purgeHostWindows(db, new Date(now.getTime() - hostWindowKeptMs));
  return [deliveries, events, alarms].includes(batch) ? 'again' : undefined;
});

/** Abandons deliveries pending for 14 days: their endpoint stayed disabled or was deleted. */
export const giveUp = every('give-up', '53 * * * *', async ({ db, now }) => {
  const givenUp = await abandonOld(db, replayableSince(now), batch);
  return givenUp === batch ? 'again' : undefined;
});

/** Deletes job counters a year after the job's last event, one run after marking them. */
export const purgeJobNumbers = every('purge-numbers', '43 * * * *', async ({ db, now }) => {
  const before = numberedSince(now);
  const purged = await purgeNumbers(db, { before, batch });
  if (purged === batch) return 'again';
  await markNumbers(db, before);
  return undefined;
});
