/**
 * Evaluation: detects events in stored readings once they are older than the
 * watermark; the rules are in `domain/telemetry/evaluate-readings.ts`.
 */
import { ageSeconds } from '@svc/kit/metric';
import type { Config } from '../../config.ts';
import { readingTimeLimits } from '../../config.ts';
import type { TrackingWriteContext } from '../../define.ts';
import { countingOf, endsOf, type ProbeWatch } from '../../domain/cold-chain/probe-watch.ts';
import { holdsIn } from '../../domain/holds.ts';
import {
  type DetectedEvent,
  evaluateReadings,
  type ObservedReading,
} from '../../domain/telemetry/evaluate-readings.ts';
import { hasFixes } from '../../domain/telemetry/probe-state.ts';
import type { TrackedJobRecord } from '../../domain/tracked-job.ts';
import {
  listObservedReadings,
  lockJobsToEvaluate,
  type ReadingSpan,
} from '../../store/job-evaluations.ts';
import { saveTrackedJobs } from '../../store/tracked-jobs.ts';
import { listWatches } from '../cold-chain/job-watches.ts';
import { rangeAndRulesOf } from '../cold-chain/rules.ts';
import { snapshotTrace } from '../cold-chain/snapshot-trace.ts';
import { excursionDelay } from '../metrics.ts';
import { storeNextPending } from './store-readings.ts';

const jobsMax = 50;
/** Least span of readings worth an evaluation, ms; a trace that has ended is evaluated at once. */
const strideMs = 10_000;
/** Longest span per step, ms: after downtime a job catches up in short transactions. */
const stepMaxMs = 10 * 60_000;
/** Grace after the watermark, ms, for batches whose transaction is still open. */
const settlingMs = 10_000;

/** Names the job that failed, so that the worker can back it off and go on with the others. */
export class EvaluationError extends Error {
  readonly jobId: string;
  constructor(jobId: string, options: ErrorOptions) {
    super(`readings of job ${jobId} could not be evaluated`, options);
    this.name = 'EvaluationError';
    this.jobId = jobId;
  }
}

/** Evaluates one batch of jobs, except those in the backoff set; true if more may be due. */
export async function evaluateJobs(
  context: TrackingWriteContext,
  backoff: readonly string[],
): Promise<boolean> {
  const { db, now, config } = context;
  const { watermarkMs } = readingTimeLimits(now, config);
  // Those of the version before are stored first: what is settled is complete then.
  if (await storeNextPending(context)) return true;
  const until = new Date(now.getTime() - watermarkMs - settlingMs);
  const jobs = await lockJobsToEvaluate(db, { until, strideMs, max: jobsMax, backoff });
  if (jobs.length === 0) return false;
  const steps = jobs.map((job) => ({ job, ...stepOf(job, until) }));
  const times = steps.flatMap((step) => [step.after.getTime(), step.until.getTime()]);
  const span = { from: new Date(Math.min(...times)), to: new Date(Math.max(...times)) };
  const watched = await listWatches(db, jobs, span);
  const readings = await listObservedReadings(
    db,
    steps.map((step) => spanOf(step, watched(step.job).vehicleIds)),
  );
  for (const [index, step] of steps.entries()) {
    const watch = watched(step.job).watchIn({ from: step.after, to: step.until });
    await evaluateStep(context, { ...step, watch }, readings[index] ?? []).catch(
      (cause: unknown) => {
        throw new EvaluationError(step.job.job_id, { cause });
      },
    );
  }
  return jobs.length === jobsMax || steps.some((step) => !step.isLast && step.until < until);
}

/** A job's first readings are judged by where their devices were in the hour before. */
const lookBackMs = 60 * 60_000;

const spanOf = (
  { job, vehicleId, after, until }: Omit<Step, 'watch'>,
  vehicleIds: readonly string[],
): ReadingSpan => ({
  ...{ vehicleId, until, further: vehicleIds.filter((id) => id !== vehicleId) },
  after: hasFixes(job.probes) ? after : new Date(after.getTime() - lookBackMs),
});

type Step = ReturnType<typeof stepOf> & { job: TrackedJobRecord; watch: ProbeWatch };

async function evaluateStep(
  context: TrackingWriteContext,
  step: Step,
  readings: readonly ObservedReading[],
) {
  const counts = countingOf(step.watch);
  const { job, events } = evaluateReadings(
    step.job,
    readings.map((each) => (counts(each) ? each : { ...each, temperature_c: null })),
    { ...defaultsFor(step.job, context.config), endOf: endsOf(step.watch) },
  );
  for (const event of events) emitDetectedEvent(context, job, event);
  const after = { ...job, evaluated_until: step.until };
  const kept = step.isLast ? await snapshotTrace(after, context) : after;
  await saveTrackedJobs(context.db, [kept]);
}

function stepOf(job: TrackedJobRecord, settled: Date) {
  const after = job.evaluated_until ?? settled;
  const end = job.trace_ended_at && job.trace_ended_at <= settled ? job.trace_ended_at : settled;
  const stepEnd = new Date(Math.min(end.getTime(), after.getTime() + stepMaxMs));
  const until = stepEnd > after ? stepEnd : after;
  return {
    vehicleId: holdsIn(job, { from: after, to: until }).at(-1)?.vehicleId ?? '',
    after,
    until,
    isLast: job.trace_ended_at !== null && job.trace_ended_at <= settled && stepEnd >= end,
  };
}

const defaultsFor = (job: TrackedJobRecord, config: Config) => ({
  speedKmh: config.SVC_AVERAGE_SPEED_KMH,
  area: config.SVC_OPERATING_AREA,
  ...rangeAndRulesOf(job, config),
});

function emitDetectedEvent(
  { emit, metrics, now }: TrackingWriteContext,
  { tenant_id, job_id }: TrackedJobRecord,
  event: DetectedEvent,
): void {
  const options = { tenant: tenant_id, jobId: job_id };
  switch (event.type) {
    case 'geofence.entered':
      emit(event.type, event.data, event.internals, options);
      break;
    case 'eta.changed':
      emit(event.type, event.data, event.internals, options);
      break;
    case 'temperature.reading':
      emit(event.type, event.data, event.internals, options);
      break;
    case 'temperature.excursion':
      emit(event.type, event.data, event.internals, options);
      metrics.of.histogram(excursionDelay).observe(ageSeconds(now, new Date(event.internals.at)));
      break;
  }
}
