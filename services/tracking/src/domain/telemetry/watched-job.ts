import type { JobProfile, Status, TemperatureClass } from '@svc/contracts';
import { isOver } from '../prediction.ts';
import type { ProbeStates } from './probe-state.ts';

/** Evaluation state of a watched job; decided at the watermark, in the order of time. */
export interface WatchedJob {
  /** In what range its parcels must be kept; null when in none. */
  temperature_class: TemperatureClass | null;
  /** The profile that sets range and rules; null for those of the class. */
  temperature_profile: JobProfile | null;
  /** Readings up to this moment were evaluated; null while none need to be. */
  evaluated_until: Date | null;
  /** When the parcels left the vehicle. */
  trace_ended_at: Date | null;
  trace_snapshot_at: Date | null;
  average_speed_kmh: number | null;
  average_speed_at: Date | null;
  /** The arrival that subscribers know of. */
  announced_arrival: Date | null;
  probes: ProbeStates;
}

const unwatched: WatchedJob = {
  temperature_class: null,
  temperature_profile: null,
  evaluated_until: null,
  trace_ended_at: null,
  trace_snapshot_at: null,
  average_speed_kmh: null,
  average_speed_at: null,
  announced_arrival: null,
  probes: {},
};

export interface JobChange {
  type: string;
  status: Status;
  at: Date;
  temperature_class: TemperatureClass | null;
  temperature_profile: JobProfile | null;
  collected_at: Date | null;
  delivered_at: Date | null;
}

const earlier = (a: Date, b: Date): Date => (a < b ? a : b);

/**
 * A job is watched from when its driver sets out. Collection is decided from its first moment on,
 * also when it is told late. The trace ends when the parcels are handed over, or go another way.
 */
export function nextWatchedJob(before: BeforeTurn | undefined, turn: JobChange): WatchedJob {
  const watched = watchedOf(before);
  const { temperature_class, temperature_profile: profile } = turn;
  // Set once, at the booking: events of the version before do not carry it.
  const temperature_profile = profile ?? watched.temperature_profile;
  const known = { ...watched, temperature_class, temperature_profile };
  if (known.trace_ended_at) return known;
  const evaluated_until = decidedUntil(before, turn);
  if (!isEnd(turn)) return { ...known, evaluated_until };
  return evaluated_until && turn.collected_at
    ? { ...known, evaluated_until, trace_ended_at: turn.delivered_at ?? turn.at }
    : { ...known, evaluated_until: null };
}

type BeforeTurn = WatchedJob & Pick<JobChange, 'collected_at'>;

const watchedOf = (before: WatchedJob = unwatched): WatchedJob => ({
  temperature_class: before.temperature_class,
  temperature_profile: before.temperature_profile,
  evaluated_until: before.evaluated_until,
  trace_ended_at: before.trace_ended_at,
  trace_snapshot_at: before.trace_snapshot_at,
  average_speed_kmh: before.average_speed_kmh,
  average_speed_at: before.average_speed_at,
  announced_arrival: before.announced_arrival,
  probes: before.probes,
});

const ends: ReadonlySet<string> = new Set(['delivery.failed', 'return.completed']);
const isEnd = ({ type, status, collected_at }: JobChange): boolean =>
  isOver(status) || ends.has(type) || (status === 'exception' && collected_at === null);

function decidedUntil(before: BeforeTurn | undefined, turn: JobChange): Date | null {
  const known = before?.evaluated_until ?? null;
  if (turn.collected_at && !before?.collected_at) {
    // The reading of the very moment of collection belongs to the trace.
    const justBefore = new Date(turn.collected_at.getTime() - 1);
    return known ? earlier(known, justBefore) : justBefore;
  }
  return turn.status === 'en_route_pickup' ? (known ?? turn.at) : known;
}
