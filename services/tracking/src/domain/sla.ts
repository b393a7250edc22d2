import { isOver } from './prediction.ts';
import type { TrackedJobRecord } from './tracked-job.ts';

const minuteMs = 60_000;
/** A delivery told at the last second may still be on its way here. */
const settlingMs = 10_000;

/** Open jobs that were due before this are late. */
export const overdueBefore = (now: Date): Date => new Date(now.getTime() - settlingMs);

/** Late is told once: of a job that its due time passed by, or that was delivered after it. */
export function isNewlyLate(job: TrackedJobRecord, now: Date): boolean {
  if (job.breached_at || job.status === 'cancelled') return false;
  return job.delivered_at ? job.delivered_at > job.sla_due : job.sla_due < overdueBefore(now);
}

/** At risk is told once, while the job is not yet late. */
export function isNewlyAtRisk(job: TrackedJobRecord, now: Date): boolean {
  if (job.at_risk_at || job.breached_at || isOver(job.status)) return false;
  return job.at_risk_from !== null && job.at_risk_from < now && now <= job.sla_due;
}

/** Minutes after the due time, begun ones counted. */
export const breachOf = (job: TrackedJobRecord, now: Date) => ({
  job_id: job.job_id,
  ref: job.ref,
  sla_due: job.sla_due.toISOString(),
  minutes_late: Math.ceil(((job.delivered_at ?? now).getTime() - job.sla_due.getTime()) / minuteMs),
});

/** A moving job is expected when predicted; one that waits, if it set off now. */
export function riskOf(job: TrackedJobRecord, now: Date) {
  const wayMs = job.sla_due.getTime() - (job.at_risk_from ?? job.sla_due).getTime();
  const predicted = job.arrives_at?.getTime() ?? now.getTime() + wayMs;
  return {
    job_id: job.job_id,
    ref: job.ref,
    sla_due: job.sla_due.toISOString(),
    predicted_at: new Date(Math.max(now.getTime(), predicted)).toISOString(),
  };
}
