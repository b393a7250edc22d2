/**
 * A lane is what is known of an endpoint from delivering to it: how many deliveries may be under way,
 * since when it fails, and which secret it accepts.
 */

/** Deliveries to one endpoint at a time. */
export const widthMax = 10;
/** So many failures in a row, a full lane of them, open the breaker. */
const failuresMax = 10;
const firstPauseMs = 5_000;
const longestPauseMs = 60_000;
/** Without a success for this long an endpoint is disabled. */
export const failingMaxMs = 5 * 24 * 3_600_000;

export interface Lane {
  tenant_id: string;
  endpoint_id: string;
  /** How many deliveries may be under way. */
  width: number;
  /** Failures since the last success. */
  failures: number;
  /** How often the breaker opened since the last success. */
  openings: number;
  open_until: Date | null;
  failing_since: Date | null;
  /** Version of the secret that the endpoint accepted last. */
  accepted_version: number;
}

export const freshLane = (tenant_id: string, endpoint_id: string, version: number): Lane => ({
  tenant_id,
  endpoint_id,
  ...closed,
  accepted_version: version,
});

const closed = {
  width: widthMax,
  failures: 0,
  openings: 0,
  open_until: null,
  failing_since: null,
} as const;

/**
 * A success closes the breaker and ends every count; the secret that was accepted goes first. Where
 * that changes nothing, the very same lane comes back.
 */
export const afterSuccess = (lane: Lane, version: number): Lane =>
  lane.failing_since === null && lane.accepted_version === version
    ? lane
    : { ...lane, ...closed, accepted_version: version };

/**
 * Ten failures in a row open the breaker: nothing is tried for 5 s, then one delivery at a time, and
 * each further failure doubles the pause, up to a minute. Failures of what was under way when it
 * opened only count.
 */
export function afterFailure(lane: Lane, at: Date): Lane {
  const failures = lane.failures + 1;
  const failing = { ...lane, failures, failing_since: lane.failing_since ?? at };
  const isOpen = lane.open_until !== null && at < lane.open_until;
  if (failures < failuresMax || isOpen) return failing;
  const pauseMs = Math.min(firstPauseMs * 2 ** lane.openings, longestPauseMs);
  return {
    ...failing,
    width: 1,
    openings: lane.openings + 1,
    open_until: new Date(at.getTime() + pauseMs),
  };
}

/** An endpoint is given up when nothing succeeded for five days since its first failure. */
export const isGivenUp = ({ failing_since }: Lane, now: Date): boolean =>
  failing_since !== null && now.getTime() - failing_since.getTime() >= failingMaxMs;
