/**
 * A sliding window over the times of a caller's admissions: at most `limit` of them lie in any
 * half-open span of 60 seconds.
 */
export interface RateWindow {
  /** Whether the last request was let in; its time is then the last of `hits`. */
  admitted: boolean;
  /** Admissions of the last 60 seconds, oldest first. */
  hits: readonly Date[];
}

export interface Admission {
  admitted: boolean;
  limit: number;
  remaining: number;
  reset_seconds: number;
}

export const windowSeconds = 60;

/** A place frees when the oldest admission that counts against the limit leaves the window. */
export function toAdmission({ admitted, hits }: RateWindow, limit: number, now: Date): Admission {
  const blocking = hits[Math.max(0, hits.length - limit)] ?? now;
  const waitMs = blocking.getTime() + windowSeconds * 1000 - now.getTime();
  return {
    admitted,
    limit,
    remaining: Math.max(0, limit - hits.length),
    reset_seconds: Math.max(1, Math.ceil(waitMs / 1000)),
  };
}
