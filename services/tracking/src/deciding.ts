/** Decides on readings once they are as old as the watermark; see `domain/telemetry/decide.ts`. */
import type { tracking } from '@svc/contracts';
import type { WriteContext } from '@svc/kit/bind';
import { boundsOf } from './bounds.ts';
import type { Config } from './config.ts';
import { usualRules } from './domain/cold-chain/reading.ts';
import type { FollowedJob } from './domain/followed-job.ts';
import { type Decision, decide, type Observed } from './domain/telemetry/decide.ts';
import { sealed } from './sealing.ts';
import { listObserved, lockUndecided } from './store/decisions.ts';
import { saveFollowedJob } from './store/followed-jobs.ts';
import type { Tables } from './store/schema.ts';
import { findUndecided } from './store/waiting.ts';
import { rulesFor } from './trace.ts';

type Context = WriteContext<Tables, Config, typeof tracking>;

const jobsMax = 50;
/** A job is looked at when so much has come together, or when its trace has ended. */
const strideMs = 10_000;
/** After downtime a job catches up in steps, so that no transaction grows long. */
const stepMaxMs = 10 * 60_000;
/** A batch that was begun before the watermark passed is committed by then. */
const settlingMs = 10_000;

/** What went wrong with one job must not keep the others waiting. */
export class Undecided extends Error {
  readonly jobId: string;
  constructor(jobId: string, options: ErrorOptions) {
    super(`readings of job ${jobId} could not be decided upon`, options);
    this.name = 'Undecided';
    this.jobId = jobId;
  }
}

/** One batch of jobs, without those that are put aside; whether there may be more. */
export async function decideDue(context: Context, aside: readonly string[]): Promise<boolean> {
  const { db, now, config } = context;
  const { watermarkMs } = boundsOf(now, config);
  const settled = now.getTime() - watermarkMs - settlingMs;
  const undecided = await findUndecided(db);
  const until = new Date(Math.min(settled, undecided ? undecided.getTime() - 1 : settled));
  const jobs = await lockUndecided(db, { until, strideMs, max: jobsMax, aside });
  const steps = jobs.map((job) => ({ job, ...stepOf(job, until) }));
  const readings = await listObserved(db, steps);
  for (const [place, step] of steps.entries()) {
    await decideStep(context, step, readings[place] ?? []).catch((cause: unknown) => {
      throw new Undecided(step.job.job_id, { cause });
    });
  }
  return jobs.length === jobsMax || steps.some((step) => !step.isLast && step.until < until);
}

type Step = ReturnType<typeof stepOf> & { job: FollowedJob };

async function decideStep(context: Context, step: Step, readings: readonly Observed[]) {
  const { job, decisions } = decide(step.job, readings, usualFor(step.job, context.config));
  for (const decision of decisions) tell(context, job, decision);
  const after = { ...job, decided_until: step.until };
  const kept = step.isLast ? await sealed(after, context) : after;
  await saveFollowedJob(context.db, job.tenant_id, kept);
}

function stepOf(job: FollowedJob, until: Date) {
  const after = job.decided_until ?? until;
  const end = job.trace_ended_at && job.trace_ended_at <= until ? job.trace_ended_at : until;
  const stepEnd = new Date(Math.min(end.getTime(), after.getTime() + stepMaxMs));
  return {
    vehicleId: job.vehicle_id ?? '',
    after,
    until: stepEnd > after ? stepEnd : after,
    isLast: job.trace_ended_at !== null && job.trace_ended_at <= until && stepEnd >= end,
  };
}

const usualFor = ({ temperature_class }: FollowedJob, config: Config) => ({
  speedKmh: config.SVC_AVERAGE_SPEED_KMH,
  rules: temperature_class ? rulesFor(temperature_class, config) : usualRules,
});

function tell({ emit }: Context, { tenant_id, job_id }: FollowedJob, decision: Decision): void {
  const options = { tenant: tenant_id, jobId: job_id };
  switch (decision.type) {
    case 'geofence.entered':
      emit(decision.type, decision.data, decision.facts, options);
      break;
    case 'eta.changed':
      emit(decision.type, decision.data, decision.facts, options);
      break;
    case 'temperature.reading':
      emit(decision.type, decision.data, decision.facts, options);
      break;
    case 'temperature.excursion':
      emit(decision.type, decision.data, decision.facts, options);
      break;
  }
}
