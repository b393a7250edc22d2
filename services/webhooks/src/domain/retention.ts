const day = 24 * 3_600_000;

/** Retention of the feed and of the delivery log. */
const keptMs = 30 * day;
/** Maximum age of replayed events, and how long an undelivered replay waits. */
const replayableMs = 14 * day;
/** How long the events of a job that has ended are counted on, from the last of them. */
const numberedMs = 365 * day;

/** Events and finished deliveries from before this moment are deleted. */
export const keptSince = (now: Date): Date => new Date(now.getTime() - keptMs);

/** Events from before this moment are not replayed any more. */
export const replayableSince = (now: Date, wanted?: Date): Date =>
  new Date(Math.max(now.getTime() - replayableMs, wanted?.getTime() ?? 0));

/** Counters of jobs that ended, and were silent, since before this moment are deleted. */
export const numberedSince = (now: Date): Date => new Date(now.getTime() - numberedMs);
