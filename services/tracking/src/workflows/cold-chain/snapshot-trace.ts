/** Trace snapshot: stores figures and readings of an ended trace, and emits them for certification. */
import { temperatureRanges } from '@svc/contracts';
import type { TrackingWriteContext } from '../../define.ts';
import { simulateTrace } from '../../domain/cold-chain/sandbox-probe.ts';
import { toTracedReading } from '../../domain/cold-chain/trace-resource.ts';
import type { TrackedJobRecord } from '../../domain/tracked-job.ts';
import { insertTraceSnapshot } from '../../store/trace-snapshots.ts';
import { coldChainOf } from './certified-figures.ts';
import { readCounted } from './find-trace.ts';
import { rulesFor } from './rules.ts';

/** Ends the evaluation of a job; takes the snapshot if it was delivered and has a range. */
export async function snapshotTrace(
  job: TrackedJobRecord,
  context: TrackingWriteContext,
): Promise<TrackedJobRecord> {
  const decided = { ...job, evaluated_until: null };
  const { collected_at, delivered_at, temperature_class, vehicle_id } = job;
  if (!collected_at || !delivered_at || !temperature_class || !vehicle_id) return decided;
  if (job.trace_snapshot_at) return decided;
  const { db, now, config, emit } = context;
  const held = { from: collected_at, to: delivered_at };
  const { window, readings, watch } =
    config.SVC_ENVIRONMENT === 'sandbox'
      ? { ...simulateTrace(held, temperatureRanges[temperature_class], job.probes), watch: null }
      : { window: held, ...(await readCounted(db, { ...job, vehicle_id }, held)) };
  const criteria = {
    window,
    rules: rulesFor(temperature_class, config),
    watch: watch ?? undefined,
  };
  const cold_chain = coldChainOf(readings, { ...criteria, temperatureClass: temperature_class });
  const { tenant_id, job_id, ref } = job;
  const trace = { job_id, trace_from: window.from, trace_to: window.to, cold_chain, watch };
  await insertTraceSnapshot(db, tenant_id, { ...trace, readings: readings.map(toTracedReading) });
  const internals = { from: window.from.toISOString(), to: window.to.toISOString(), cold_chain };
  emit('cold_chain.sealed', { job_id, ref }, internals, { tenant: tenant_id, jobId: job_id });
  return { ...decided, trace_snapshot_at: now };
}
