import { every } from '../define.ts';
import { breachOf, overdueBefore, riskOf } from '../domain/sla.ts';
import { hasLateEvents, lockAtRisk, lockOverdue, markNotified } from '../store/sla-watch.ts';

const batchMax = 200;
/** While events that had waited keep coming, a job may long be delivered that looks late. */
const catchUpMs = 20_000;

export const watchSla = every('watch-sla', '* * * * *', async ({ db, now, emit }) => {
  if (await hasLateEvents(db, new Date(now.getTime() - catchUpMs))) return undefined;
  const late = await lockOverdue(db, { before: overdueBefore(now), max: batchMax });
  for (const job of late) {
    emit('sla.breached', breachOf(job, now), {}, { tenant: job.tenant_id, jobId: job.job_id });
  }
  await markNotified(db, late, { breached_at: now });
  const atRisk = await lockAtRisk(db, { now, max: batchMax });
  for (const job of atRisk) {
    emit('sla.at_risk', riskOf(job, now), {}, { tenant: job.tenant_id, jobId: job.job_id });
  }
  await markNotified(db, atRisk, { at_risk_at: now });
  return late.length === batchMax || atRisk.length === batchMax ? 'again' : undefined;
});
