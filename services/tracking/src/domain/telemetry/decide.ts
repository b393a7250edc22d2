import { type DataOf, type FactsOf, temperatureRanges, type tracking } from '@svc/contracts';
import type { Rules } from '../cold-chain/reading.ts';
import type { FollowedJob } from '../followed-job.ts';
import { isMoving, predict } from '../prediction.ts';
import { paceAfter } from './pace.ts';
import { observe } from './probe.ts';
import { entered, enters, entryOf } from './stage.ts';

/** A reading on its way into decisions: in time, and told by a device in the job's vehicle. */
export interface Observed {
  device_id: string;
  seq: number;
  at: Date;
  position: { lat: number; lng: number } | null;
  speed_kmh: number | null;
  temperature_c: number | null;
}

type Events = (typeof tracking)['events'];
type DecidedType =
  | 'geofence.entered'
  | 'eta.changed'
  | 'temperature.reading'
  | 'temperature.excursion';
export type Decision = {
  [T in DecidedType]: { type: T; data: DataOf<Events[T]>; facts: FactsOf<Events[T]> };
}[DecidedType];

export interface Decided {
  job: FollowedJob;
  decisions: readonly Decision[];
}

export interface Usual {
  speedKmh: number;
  rules: Rules;
}

/**
 * What readings in the order of time make of a job. Each is looked at once, whatever batches and
 * turns they come in: the same readings come to the same decisions.
 */
export const decide = (job: FollowedJob, readings: readonly Observed[], usual: Usual): Decided =>
  readings.reduce<Decided>(
    (before, reading) => {
      const steps = [enterStage, changeArrival, watchProbe];
      return steps.reduce((decided, step) => step(decided, reading, usual), before);
    },
    { job, decisions: [] },
  );

const subject = ({ job_id, ref }: FollowedJob) => ({ job_id, ref });

/** Whoever was near is told so by the batch itself, unless the job's stage was not known then. */
function enterStage(before: Decided, { at, position }: Observed, { speedKmh }: Usual): Decided {
  const { job, decisions } = before;
  const stage = position && enters(job, { position, at });
  if (!stage) return before;
  const data = entryOf(job, { stage, at, speedKmh });
  const decision: Decision = { type: 'geofence.entered', data, facts: {} };
  return { job: entered(job, stage, at), decisions: [...decisions, decision] };
}

const minuteMs = 60_000;
const minutesTo = (goal: Date, at: Date): number =>
  Math.max(0, Math.ceil((goal.getTime() - at.getTime()) / minuteMs));

/** More than five minutes and more than a tenth is news. */
const isNews = (previous: number, next: number): boolean =>
  Math.abs(next - previous) > 5 && Math.abs(next - previous) * 10 > previous;

/** Where the vehicle was, and how fast of late, moves the arrival of a job that moves. */
function changeArrival(before: Decided, reading: Observed, { speedKmh }: Usual): Decided {
  const { at, position, speed_kmh } = reading;
  const { collected_at, status } = before.job;
  const isOnTheWay = isMoving(status) && collected_at !== null && at >= collected_at;
  if (!isOnTheWay || !position) return before;
  const paced = { kmh: before.job.pace_kmh ?? speedKmh, at: before.job.pace_at ?? collected_at };
  const pace = speed_kmh === null ? paced : paceAfter(paced, { position, at, speed_kmh }, speedKmh);
  const road = { sighting: { position, at }, speedKmh: pace.kmh };
  const job = { ...before.job, pace_kmh: pace.kmh, pace_at: pace.at, ...predict(before.job, road) };
  const { arrives_at, told_arrival } = job;
  if (!arrives_at) return before;
  if (!told_arrival) return { ...before, job: { ...job, told_arrival: arrives_at } };
  const previous_eta_minutes = minutesTo(told_arrival, at);
  const eta_minutes = minutesTo(arrives_at, at);
  if (!isNews(previous_eta_minutes, eta_minutes)) return { ...before, job };
  const data = { ...subject(job), previous_eta_minutes, eta_minutes };
  return {
    job: { ...job, told_arrival: arrives_at },
    decisions: [...before.decisions, { type: 'eta.changed', data, facts: {} }],
  };
}

/** While the carrier has the parcels, their temperatures are told and watched. */
function watchProbe(before: Decided, reading: Observed, { rules }: Usual): Decided {
  const { job } = before;
  const { at, device_id, seq, temperature_c, position } = reading;
  const isHeld = job.collected_at !== null && at >= job.collected_at;
  if (temperature_c === null || job.temperature_class === null || !isHeld) return before;
  const range = temperatureRanges[job.temperature_class];
  const seen = { device_id, seq, at, temperature_c, calibrated_until: null };
  const { probes, isFirstOfMinute, excursion } = observe(job.probes, seen, { range, rules });
  const decisions: Decision[] = [];
  if (isFirstOfMinute) {
    const data = { ...subject(job), device_id, at: at.toISOString(), temperature_c };
    decisions.push({ type: 'temperature.reading', data, facts: {} });
  }
  if (excursion) {
    const data = {
      ...subject(job),
      range_c: [range.min, range.max] satisfies [number, number],
      max_c: excursion.max_c,
      minutes_out_of_range: excursion.minutes,
      action: 'hold_and_call' as const,
      min_c: excursion.min_c,
      device_id,
      started_at: excursion.from.toISOString(),
    };
    decisions.push({
      type: 'temperature.excursion',
      data,
      facts: { at: at.toISOString(), position },
    });
  }
  return { job: { ...job, probes }, decisions: [...before.decisions, ...decisions] };
}
