import type { Status, TemperatureClass } from '@svc/contracts';
import { isOver } from '../prediction.ts';
import type { ProbeStates } from './probe-state.ts';

/** What readings have made of a job so far; decided at the watermark, in the order of time. */
export interface WatchedJob {
  /** In what range its parcels must be kept; null when in none. */
  temperature_class: TemperatureClass | null;
  /** Readings up to this moment were decided upon; null while none need to be. */
  decided_until: Date | null;
  /** When the parcels left the vehicle. */
  trace_ended_at: Date | null;
  sealed_at: Date | null;
  pace_kmh: number | null;
  pace_at: Date | null;
  /** The arrival that subscribers know of. */
  told_arrival: Date | null;
  probes: ProbeStates;
}

const unwatched: WatchedJob = {
  temperature_class: null,
  decided_until: null,
  trace_ended_at: null,
  sealed_at: null,
  pace_kmh: null,
  pace_at: null,
  told_arrival: null,
  probes: {},
};

export interface JobChange {
  type: string;
  status: Status;
  at: Date;
  temperature_class: TemperatureClass | null;
  collected_at: Date | null;
  delivered_at: Date | null;
}

const earlier = (a: Date, b: Date): Date => (a < b ? a : b);

/**
 * A job is watched from when its driver sets out. Collection is decided from its first moment on,
 * also when it is told late. The trace ends when the parcels are handed over, or go another way.
 */
export function nextWatchedJob(before: BeforeTurn | undefined, turn: JobChange): WatchedJob {
  const known = { ...watchedOf(before), temperature_class: turn.temperature_class };
  if (known.trace_ended_at) return known;
  const decided_until = decidedUntil(before, turn);
  if (!isEnd(turn)) return { ...known, decided_until };
  return decided_until && turn.collected_at
    ? { ...known, decided_until, trace_ended_at: turn.delivered_at ?? turn.at }
    : { ...known, decided_until: null };
}

type BeforeTurn = WatchedJob & Pick<JobChange, 'collected_at'>;

const watchedOf = (before: WatchedJob = unwatched): WatchedJob => ({
  temperature_class: before.temperature_class,
  decided_until: before.decided_until,
  trace_ended_at: before.trace_ended_at,
  sealed_at: before.sealed_at,
  pace_kmh: before.pace_kmh,
  pace_at: before.pace_at,
  told_arrival: before.told_arrival,
  probes: before.probes,
});

const ends: ReadonlySet<string> = new Set(['delivery.failed', 'return.completed']);
const isEnd = ({ type, status, collected_at }: JobChange): boolean =>
  isOver(status) || ends.has(type) || (status === 'exception' && collected_at === null);

function decidedUntil(before: BeforeTurn | undefined, turn: JobChange): Date | null {
  const known = before?.decided_until ?? null;
  if (turn.collected_at && !before?.collected_at) {
    // The reading of the very moment of collection belongs to the trace.
    const justBefore = new Date(turn.collected_at.getTime() - 1);
    return known ? earlier(known, justBefore) : justBefore;
  }
  return turn.status === 'en_route_pickup' ? (known ?? turn.at) : known;
}
