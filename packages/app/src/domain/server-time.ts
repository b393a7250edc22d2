/**
 * Time of actions. The server's clock counts; the device's may be wrong by hours. The offset is
 * measured from the `Date` header of responses (RFC 9110 section 6.6.1), to a second.
 */
interface TimedAnswer {
  /** Header `Date`. */
  date: string | null;
  /** Device clock, ms since 1970: before the request, and after its response. */
  sentMs: number;
  receivedMs: number;
}

/** Longest round trip that an offset is taken from, ms. */
const roundTripMaxMs = 10_000;
/** The header is cut to seconds. */
const headerStepMs = 999;

/**
 * Server time minus device time, ms; undefined if the response has no `Date`. An upper bound: never
 * behind the server, whose milestones are in order, and ahead of it by at most two seconds and the
 * round trip; it tolerates 60 s.
 */
export function offsetOf({ date, sentMs, receivedMs }: TimedAnswer): number | undefined {
  const serverMs = Date.parse(date ?? '');
  const roundTripMs = receivedMs - sentMs;
  if (Number.isNaN(serverMs) || roundTripMs < 0 || roundTripMs > roundTripMaxMs) return undefined;
  return Math.round(serverMs + headerStepMs - sentMs);
}

/** Tolerated excess of a kept offset over a new one, ms: headers alone vary by a second. */
const offsetSlackMs = 1_000;

/** Whether the stored offset is still such a bound, so that it need not be written again. */
export const isBound = (keptMs: number | undefined, measuredMs: number): boolean =>
  keptMs !== undefined && keptMs >= measuredMs && keptMs - measuredMs <= offsetSlackMs;

interface ActionTimes {
  at: string;
  device_at: string;
}

/** Both times of an action; never before the action that precedes it in its job. */
export function actionTimes(
  deviceMs: number,
  offsetMs: number,
  previousAt: string | undefined,
): ActionTimes {
  const previousMs = previousAt === undefined ? Number.NEGATIVE_INFINITY : Date.parse(previousAt);
  return {
    at: new Date(Math.max(deviceMs + offsetMs, previousMs)).toISOString(),
    device_at: new Date(deviceMs).toISOString(),
  };
}
