import { sandboxIdleMs } from '@svc/contracts';

/**
 * A sliding window over the times of a caller's admissions: at most `limit` of them lie in any
 * half-open span of 60 seconds.
 */
export interface RateWindow {
  /** The caller's tenant, and the one it had before when it has just got another. */
  tenant_id: string;
  previous_tenant_id: string | null;
  /** Whether the last request was let in; its time is then the last of `hits`. */
  admitted: boolean;
  /** Admissions of the last 60 seconds, oldest first. */
  hits: readonly Date[];
  /** The caller was not there before. */
  is_new: boolean;
}

export interface RateLimitDecision {
  tenant_id: string;
  admitted: boolean;
  limit: number;
  remaining: number;
  reset_seconds: number;
  caller: 'known' | 'new' | 'refused';
}

export const windowSeconds = 60;

/** A caller seen at this time or before it is idle: its tenant is over, it gets another. */
export const idleSince = (now: Date): Date => new Date(now.getTime() - sandboxIdleMs);

/** `reset_seconds`: until the oldest hit that counts against the limit leaves the window. */
export function toRateLimitDecision(
  { tenant_id, admitted, hits, is_new }: RateWindow,
  limit: number,
  now: Date,
): RateLimitDecision {
  const blocking = hits[Math.max(0, hits.length - limit)] ?? now;
  const waitMs = blocking.getTime() + windowSeconds * 1000 - now.getTime();
  return {
    tenant_id,
    admitted,
    limit,
    remaining: Math.max(0, limit - hits.length),
    reset_seconds: Math.max(1, Math.ceil(waitMs / 1000)),
    caller: is_new ? 'new' : 'known',
  };
}

/** Decision for a new caller beyond the maximum. */
export const refusedNewCaller = (limit: number): RateLimitDecision => ({
  tenant_id: '',
  admitted: false,
  limit,
  remaining: 0,
  reset_seconds: windowSeconds,
  caller: 'refused',
});
