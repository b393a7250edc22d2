/** Event detection in a job's readings: geofences, excursions, temperatures, arrival times. */
import type { DataOf, InternalsOf, OperatingArea, tracking } from '@svc/contracts';
import type { OutOfRangeRun, TraceExcursion } from '../cold-chain/excursions.ts';
import type { EndOf } from '../cold-chain/probe-watch.ts';
import type { ColdChainRules, TemperatureRange } from '../cold-chain/reading.ts';
import { isMoving, predictArrival } from '../prediction.ts';
import type { TrackedJobRecord } from '../tracked-job.ts';
import { averageSpeedAfter } from './average-speed.ts';
import {
  judgePosition,
  observeReading,
  openRunsOf,
  ripeRuns,
  withoutEnded,
} from './probe-state.ts';
import { findEnteredStage, geofenceEntryOf, markEntered } from './proximity-stage.ts';

/** A reading to evaluate: on time, from a device in the job's vehicle, its position as it was sent. */
export interface ObservedReading {
  device_id: string;
  seq: number;
  at: Date;
  position: { lat: number; lng: number } | null;
  speed_kmh: number | null;
  temperature_c: number | null;
  /** Its position was judged when it was stored, and is not kept in the job. */
  isPhone?: boolean;
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
  /** Null when nothing is in or out of it. */
  range: TemperatureRange | null;
  rules: ColdChainRules;
  area: OperatingArea;
  /** Until when each probe counts, at most to where evaluation has come. */
  endOf?: EndOf;
}

/**
 * Detects events in readings, in the order of time. Deterministic: each reading is evaluated once,
 * and what time alone decides is told at its own time, so the same readings yield the same events
 * however they were batched. Readings from before what is evaluated only show where devices were.
 */
export function evaluateReadings(
  job: TrackedJobRecord,
  readings: readonly ObservedReading[],
  usual: EvaluationDefaults,
): EvaluationResult {
  const seen = readings.reduce<EvaluationResult>(
    (before, reading) => evaluateReading(before, reading, usual),
    { job, events: [] },
  );
  return passTime(seen, undefined, usual);
}

const steps = [passTime, enterStage, changeArrival, watchProbe];

function evaluateReading(
  before: EvaluationResult,
  reading: ObservedReading,
  usual: EvaluationDefaults,
): EvaluationResult {
  const { evaluated_until } = before.job;
  const { probes, position } = reading.isPhone
    ? { probes: before.job.probes, position: reading.position }
    : judgePosition(before.job.probes, reading, usual.area);
  const judged = { ...before, job: { ...before.job, probes } };
  if (evaluated_until !== null && reading.at <= evaluated_until) return judged;
  return steps.reduce((result, step) => step(result, { ...reading, position }, usual), judged);
}

const subject = ({ job_id, ref }: TrackedJobRecord) => ({ job_id, ref });

/** Fallback of the detection at ingest, for a stage that became known later. */
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

/** Excursions that no reading decided, but the time until this one, or until the end of the step. */
function passTime(
  before: EvaluationResult,
  next: Pick<ObservedReading, 'at'> | undefined,
  { range, rules, endOf }: EvaluationDefaults,
): EvaluationResult {
  if (range === null || !endOf || openRunsOf(before.job.probes).size === 0) return before;
  const nextMs = next?.at.getTime() ?? Infinity;
  const { evaluated_until } = before.job;
  const lastOf = ({ device_id, to }: OutOfRangeRun) =>
    endOf({ device_id, at: evaluated_until && evaluated_until > to ? evaluated_until : to });
  const { probes, excursions } = ripeRuns(before.job.probes, rules, (run, atMs) => {
    return atMs < nextMs && atMs <= (lastOf(run)?.to.getTime() ?? -Infinity);
  });
  const left = withoutEnded(probes, (run) => {
    const last = lastOf(run);
    return last?.leaves === true && last.to.getTime() < nextMs;
  });
  const events = excursions.map((spell) =>
    excursionEvent(before.job, { ...spell, position: null, range }),
  );
  return { job: { ...before.job, probes: left }, events: [...before.events, ...events] };
}

/** While the carrier has the parcels, their temperatures are told and watched. */
function watchProbe(
  before: EvaluationResult,
  reading: ObservedReading,
  { range, rules }: EvaluationDefaults,
): EvaluationResult {
  const { job } = before;
  const { at, device_id, seq, temperature_c, position } = reading;
  const isHeld = job.collected_at !== null && at >= job.collected_at;
  if (temperature_c === null || range === null || !isHeld) return before;
  const seen = { device_id, seq, at, temperature_c, calibrated_until: null };
  const { probes, isFirstOfMinute, excursion } = observeReading(job.probes, seen, { range, rules });
  const events: DetectedEvent[] = [];
  if (isFirstOfMinute) {
    const data = { ...subject(job), device_id, at: at.toISOString(), temperature_c };
    events.push({ type: 'temperature.reading', data, internals: {} });
  }
  if (excursion) events.push(excursionEvent(job, { ...excursion, position, range }));
  return { job: { ...job, probes }, events: [...before.events, ...events] };
}

interface JobExcursion extends TraceExcursion, Pick<ObservedReading, 'position'> {
  range: TemperatureRange;
}

export function excursionEvent(
  job: TrackedJobRecord,
  { from, to, min_c, max_c, minutes, device_id, range: { min, max }, position }: JobExcursion,
): Extract<DetectedEvent, { type: 'temperature.excursion' }> {
  const data = {
    ...subject(job),
    range_c: [min, max] satisfies [number, number],
    max_c,
    minutes_out_of_range: minutes,
    action: 'hold_and_call' as const,
    min_c,
    device_id,
    started_at: from.toISOString(),
  };
  const internals = { at: to.toISOString(), position };
  return { type: 'temperature.excursion', data, internals };
}
