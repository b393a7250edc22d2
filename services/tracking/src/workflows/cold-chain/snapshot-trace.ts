/** Trace snapshot: stores figures and readings of an ended trace, and emits them for certification. */
import type { Kysely } from 'kysely';
import type { TrackingWriteContext } from '../../define.ts';
import { watchOfBoxes } from '../../domain/boxes/box-watch.ts';
import { type AddedFile, toCertifiedFile } from '../../domain/boxes/logger-file.ts';
import type { ProbeWatch } from '../../domain/cold-chain/probe-watch.ts';
import type {
  TemperatureRange,
  TemperatureReading,
  TraceWindow,
} from '../../domain/cold-chain/reading.ts';
import { simulateTrace } from '../../domain/cold-chain/sandbox-probe.ts';
import { toTracedReading } from '../../domain/cold-chain/trace-resource.ts';
import type { TrackedJobRecord } from '../../domain/tracked-job.ts';
import { listJobBoxes } from '../../store/boxes/job-boxes.ts';
import type { Tables } from '../../store/schema.ts';
import { insertTraceSnapshot } from '../../store/trace-snapshots.ts';
import { coldChainOf } from './certified-figures.ts';
import { readCounted } from './find-trace.ts';
import { rangeAndRulesOf } from './rules.ts';

/** Ends the evaluation of a job; takes the snapshot if it was delivered and has a range. */
export async function snapshotTrace(
  job: TrackedJobRecord,
  context: TrackingWriteContext,
): Promise<TrackedJobRecord> {
  const decided = { ...job, evaluated_until: null };
  const { db, now, config, emit } = context;
  const { collected_at, delivered_at, vehicle_id } = job;
  const { range, ...kept } = rangeAndRulesOf(job, config);
  if (!collected_at || !delivered_at || !range || !vehicle_id) return decided;
  if (job.trace_snapshot_at) return decided;
  const held = { from: collected_at, to: delivered_at };
  const { window, readings, watch, files }: Taken =
    config.SVC_ENVIRONMENT === 'sandbox'
      ? await simulated(db, { job, held, range })
      : { window: held, ...(await readCounted(db, job, held)) };
  const told = { files: files.map(toCertifiedFile), watch: watch ?? undefined };
  const criteria = { ...kept, range, window, ...told };
  const cold_chain = coldChainOf(readings, criteria);
  const { tenant_id, job_id, ref } = job;
  const trace = { job_id, trace_from: window.from, trace_to: window.to, cold_chain, watch };
  await insertTraceSnapshot(db, tenant_id, { ...trace, readings: readings.map(toTracedReading) });
  const internals = { from: window.from.toISOString(), to: window.to.toISOString(), cold_chain };
  emit('cold_chain.sealed', { job_id, ref }, internals, { tenant: tenant_id, jobId: job_id });
  return { ...decided, trace_snapshot_at: now };
}

interface Taken {
  window: TraceWindow;
  readings: TemperatureReading[];
  watch: ProbeWatch | null;
  files: AddedFile[];
}

/** The trace of the sandbox may begin before the collection, and so do its parcels in their box. */
async function simulated(
  db: Kysely<Tables>,
  { job, held, range }: { job: TrackedJobRecord; held: TraceWindow; range: TemperatureRange },
): Promise<Taken> {
  const { window, readings } = simulateTrace(held, range, job.probes);
  const boxed = (await listJobBoxes(db, [job], window))(job.job_id);
  const [probe] = boxed?.probes ?? [];
  if (!boxed || !probe) return { window, readings, watch: null, files: [] };
  const stays = boxed.stays.map((stay) => ({ ...stay, from_at: window.from }));
  return {
    window,
    readings: readings.map((reading) => ({ ...reading, device_id: probe.device_id })),
    watch: watchOfBoxes({ ...boxed, stays }, window),
    files: [],
  };
}
