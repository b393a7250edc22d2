/** Event detection in a job's readings: geofences, excursions, temperatures, arrival times. */
import { type DataOf, type InternalsOf, temperatureRanges, type tracking } from '@svc/contracts';
import type { ColdChainRules } from '../cold-chain/reading.ts';
import { isMoving, predictArrival } from '../prediction.ts';
import type { TrackedJobRecord } from '../tracked-job.ts';
import { averageSpeedAfter } from './average-speed.ts';
import { observeReading } from './probe-state.ts';
import { findEnteredStage, geofenceEntryOf, markEntered } from './proximity-stage.ts';

/** A reading to evaluate: on time, from a device in the job's vehicle. */
export interface ObservedReading {
  device_id: string;
  seq: number;
  at: Date;
  position: { lat: number; lng: number } | null;
  speed_kmh: number | null;
  temperature_c: number | null;
}

type Events = (typeof tracking)['events'];
type DetectedType =
  | 'geofence.entered'
  | 'eta.changed'
  | 'temperature.reading'
  | 'temperature.excursion';
export type DetectedEvent = {
  [T in DetectedType]: { type: T; data: DataOf<Events[T]>; internals: InternalsOf<Events[T]> };
}[DetectedType];

export interface EvaluationResult {
  job: TrackedJobRecord;
  events: readonly DetectedEvent[];
}

export interface EvaluationDefaults {
  speedKmh: number;
  rules: ColdChainRules;
}

/**
 * Detects events in readings, in the order of time. Deterministic: each reading is evaluated once,
 * so the same readings yield the same events however they were batched.
 */
export const evaluateReadings = (
  job: TrackedJobRecord,
  readings: readonly ObservedReading[],
  usual: EvaluationDefaults,
): EvaluationResult =>
  readings.reduce<EvaluationResult>(
    (before, reading) => {
      const steps = [enterStage, changeArrival, watchProbe];
      return steps.reduce((result, step) => step(result, reading, usual), before);
    },
    { job, events: [] },
  );

const subject = ({ job_id, ref }: TrackedJobRecord) => ({ job_id, ref });

/** Fallback of the detection at flush time, for a stage that became known after the flush. */
function enterStage(
  before: EvaluationResult,
  { at, position }: ObservedReading,
  { speedKmh }: EvaluationDefaults,
): EvaluationResult {
  const { job, events } = before;
  const stage = position && findEnteredStage(job, { position, at });
  if (!stage) return before;
  const data = geofenceEntryOf(job, { stage, at, speedKmh });
  const event: DetectedEvent = { type: 'geofence.entered', data, internals: {} };
  return { job: markEntered(job, stage, at), events: [...events, event] };
}

const minuteMs = 60_000;
const minutesTo = (goal: Date, at: Date): number =>
  Math.max(0, Math.ceil((goal.getTime() - at.getTime()) / minuteMs));

/** More than five minutes and more than a tenth is news. */
const isNews = (previous: number, next: number): boolean =>
  Math.abs(next - previous) > 5 && Math.abs(next - previous) * 10 > previous;

/** Where the vehicle was, and how fast of late, moves the arrival of a job that moves. */
function changeArrival(
  before: EvaluationResult,
  reading: ObservedReading,
  { speedKmh }: EvaluationDefaults,
): EvaluationResult {
  const { at, position, speed_kmh } = reading;
  const { collected_at, status } = before.job;
  const isOnTheWay = isMoving(status) && collected_at !== null && at >= collected_at;
  if (!isOnTheWay || !position) return before;
  const paced = {
    kmh: before.job.average_speed_kmh ?? speedKmh,
    at: before.job.average_speed_at ?? collected_at,
  };
  const pace =
    speed_kmh === null ? paced : averageSpeedAfter(paced, { position, at, speed_kmh }, speedKmh);
  const road = { sighting: { position, at }, speedKmh: pace.kmh };
  const job = {
    ...before.job,
    average_speed_kmh: pace.kmh,
    average_speed_at: pace.at,
    ...predictArrival(before.job, road),
  };
  const { arrives_at, announced_arrival } = job;
  if (!arrives_at) return before;
  if (!announced_arrival) return { ...before, job: { ...job, announced_arrival: arrives_at } };
  const previous_eta_minutes = minutesTo(announced_arrival, at);
  const eta_minutes = minutesTo(arrives_at, at);
  if (!isNews(previous_eta_minutes, eta_minutes)) return { ...before, job };
  const data = { ...subject(job), previous_eta_minutes, eta_minutes };
  return {
    job: { ...job, announced_arrival: arrives_at },
    events: [...before.events, { type: 'eta.changed', data, internals: {} }],
  };
}

/** While the carrier has the parcels, their temperatures are told and watched. */
function watchProbe(
  before: EvaluationResult,
  reading: ObservedReading,
  { rules }: EvaluationDefaults,
): EvaluationResult {
  const { job } = before;
  const { at, device_id, seq, temperature_c, position } = reading;
  const isHeld = job.collected_at !== null && at >= job.collected_at;
  if (temperature_c === null || job.temperature_class === null || !isHeld) return before;
  const range = temperatureRanges[job.temperature_class];
  const seen = { device_id, seq, at, temperature_c, calibrated_until: null };
  const { probes, isFirstOfMinute, excursion } = observeReading(job.probes, seen, { range, rules });
  const events: DetectedEvent[] = [];
  if (isFirstOfMinute) {
    const data = { ...subject(job), device_id, at: at.toISOString(), temperature_c };
    events.push({ type: 'temperature.reading', data, internals: {} });
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
    events.push({
      type: 'temperature.excursion',
      data,
      internals: { at: at.toISOString(), position },
    });
  }
  return { job: { ...job, probes }, events: [...before.events, ...events] };
}
