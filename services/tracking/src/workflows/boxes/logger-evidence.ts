/** Adds the file of a logger to the traces that are certified; custody certifies them again. */
import type { ColdChain, LoggerFile } from '@svc/contracts';
import { Refusal } from '@svc/kit/refusal';
import type { TrackingWriteContext } from '../../define.ts';
import {
  type LoggerFileRecord,
  toCertifiedFile,
  withFiles,
} from '../../domain/boxes/logger-file.ts';
import { countingOf } from '../../domain/cold-chain/probe-watch.ts';
import { toTracedReading } from '../../domain/cold-chain/trace-resource.ts';
import { excursionEvent } from '../../domain/telemetry/evaluate-readings.ts';
import { listFiledJobs, lockTrackedJob } from '../../store/boxes/job-boxes.ts';
import { insertAmendment } from '../../store/boxes/logger-files.ts';
import { findDecision } from '../../store/trace-snapshots.ts';
import { coldChainOf } from '../cold-chain/certified-figures.ts';
import { findCertifiedTrace } from '../cold-chain/find-trace.ts';
import { rangeAndRulesOf } from '../cold-chain/rules.ts';

/** Jobs whose parcels were in the asset in the time of the file, with what follows for them. */
export async function amendTraces(
  context: TrackingWriteContext,
  file: LoggerFileRecord,
): Promise<LoggerFile['jobs']> {
  const { db, tenant } = context;
  const evidence: LoggerFile['jobs'] = [];
  for (const job of await listFiledJobs(db, tenant, [file.id])) {
    evidence.push({ job_id: job.job_id, ref: job.ref, result: await amend(context, job, file) });
  }
  return evidence;
}

/** The verdict with the file; null while nothing is certified, as the trace takes the file then. */
async function amend(
  { db, config, now, emit }: TrackingWriteContext,
  { tenant_id, job_id }: { tenant_id: string; job_id: string },
  file: LoggerFileRecord,
): Promise<ColdChain['result'] | null> {
  const job = await lockTrackedJob(db, tenant_id, job_id);
  const sealed = await findCertifiedTrace(job_id, db);
  if (!job || !sealed?.watch) return null;
  const { range, ...kept } = rangeAndRulesOf(job, config);
  if (!range) throw new Error(`job ${job_id} was certified without a range`);
  const counts = countingOf(sealed.watch);
  const { readings, added } = withFiles(sealed.readings, [file], counts);
  if (added.length === 0) return sealed.cold_chain.result;
  const decision = (await findDecision(db, tenant_id, job_id))?.decision;
  const { files = [] } = sealed.cold_chain;
  const cold_chain = coldChainOf(readings, {
    ...{ ...kept, range, decision, watch: sealed.watch },
    window: { from: sealed.trace_from, to: sealed.trace_to },
    files: [...files, toCertifiedFile(file)],
  });
  const amendment = { job_id, file_id: file.id, created_at: now };
  await insertAmendment(db, tenant_id, {
    ...{ ...amendment, cold_chain: JSON.stringify(cold_chain) },
    readings: readings.map(toTracedReading),
  });
  const key = { tenant: tenant_id, jobId: job_id };
  for (const spell of newExcursions(sealed.cold_chain, cold_chain)) {
    const times = { from: new Date(spell.from), to: new Date(spell.to) };
    const { type, ...event } = excursionEvent(job, { ...spell, ...times, position: null, range });
    emit(type, event.data, event.internals, key);
  }
  emit('cold_chain.decided', { job_id, ref: job.ref }, { cold_chain }, key);
  return cold_chain.result;
}

/** Those that nobody was told of. */
function newExcursions(before: ColdChain, after: ColdChain): ColdChain['excursions'] {
  const keyOf = ({ device_id, from }: ColdChain['excursions'][number]) => `${device_id} ${from}`;
  const known = new Set(before.excursions.map(keyOf));
  return after.excursions.filter((each) => !known.has(keyOf(each)));
}

export const wrongBox = (detail: string): Refusal => new Refusal('wrong_box', detail);
