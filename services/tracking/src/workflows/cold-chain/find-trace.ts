/** Reads the trace of a job from its readings, or from its snapshot. */
import {
  type ColdChain,
  type SuspectDecision,
  type TemperatureClass,
  temperatureRanges,
} from '@svc/contracts';
import type { Kysely } from 'kysely';
import type { Config } from '../../config.ts';
import type { TrackingReadScope } from '../../define.ts';
import {
  type LatestReadingRecord,
  latestReadingOf,
} from '../../domain/cold-chain/latest-reading.ts';
import {
  countingOf,
  type ProbeWatch,
  restoredWatch,
  watchOf,
} from '../../domain/cold-chain/probe-watch.ts';
import {
  type ColdChainRules,
  defaultRules,
  sortTrace,
  type TemperatureRange,
  type TemperatureReading,
  type TraceWindow,
} from '../../domain/cold-chain/reading.ts';
import { fromTracedReading } from '../../domain/cold-chain/trace-resource.ts';
import { countedAfter } from '../../domain/cold-chain/trace-summary.ts';
import { openRunsOf } from '../../domain/telemetry/probe-state.ts';
import type { TrackedJobRecord } from '../../domain/tracked-job.ts';
import type { Tables } from '../../store/schema.ts';
import {
  findDecision,
  findTraceSnapshot,
  listSnapshotReadings,
} from '../../store/trace-snapshots.ts';
import { listTrace } from '../../store/traces.ts';
import { findTrackedJob } from '../../store/tracked-jobs.ts';
import { listVehicleLoads } from '../../store/vehicle-loads.ts';
import { rulesFor } from './rules.ts';

export interface JobTrace {
  readings: TemperatureReading[];
  window: TraceWindow;
  range: TemperatureRange | null;
  rules: ColdChainRules;
  watch: ProbeWatch | undefined;
  decision: SuspectDecision | undefined;
}

type Scope = TrackingReadScope & { db: Kysely<Tables> };

/** Readings of the probes that count for a job, and which these are. */
export async function readCounted(
  db: Kysely<Tables>,
  job: Pick<TrackedJobRecord, 'temperature_class'> & { vehicle_id: string },
  window: TraceWindow,
) {
  const loads = await listVehicleLoads(db, [job.vehicle_id], window);
  const watch = watchOf(loads(job.vehicle_id), window, job.temperature_class);
  const told = await listTrace(db, job.vehicle_id, window);
  return { told, watch, readings: sortTrace(told).filter(countingOf(watch)) };
}

/** From collection to the end, or until now; undefined before collection. */
export async function findJobTrace(
  { tenant, jobId }: { tenant: string; jobId: string },
  { db, now, config }: Scope,
): Promise<JobTrace | undefined> {
  const job = await findTrackedJob(db, tenant, jobId);
  if (!job?.collected_at) return undefined;
  const { temperature_class, vehicle_id } = job;
  const window = { from: job.collected_at, to: job.trace_ended_at ?? now };
  const { decision } = (await findDecision(db, tenant, jobId)) ?? {};
  const kept = { ...keptAt(temperature_class, config), decision };
  const live = vehicle_id && (await readCounted(db, { temperature_class, vehicle_id }, window));
  if (live && live.told.length > 0) {
    return { readings: live.readings, window, watch: live.watch, ...kept };
  }
  // Readings go with their day; the sealed ones stay. Those of the sandbox may begin before the collection.
  const sealed = await findCertifiedTrace(jobId, db);
  if (sealed?.tenant_id !== tenant) return { readings: [], window, watch: undefined, ...kept };
  const { readings, watch } = sealed;
  return { readings, window: { from: sealed.trace_from, to: sealed.trace_to }, watch, ...kept };
}

const sealedOf = async (
  db: Kysely<Tables>,
  { tenant, jobId }: { tenant: string; jobId: string },
): Promise<TemperatureReading[]> =>
  (await listSnapshotReadings(db, tenant, jobId)).map(fromTracedReading);

const keptAt = (temperatureClass: TemperatureClass | null, config: Config) => ({
  range: temperatureClass && temperatureRanges[temperatureClass],
  rules: temperatureClass ? rulesFor(temperatureClass, config) : defaultRules,
});

/** Readings that came after the watermark are in no decision; those of the last hour count here. */
const lookBackMs = 60 * 60_000;

/**
 * How the probes stand now, while the parcels are in the vehicle: runs decided at the watermark, and
 * the readings of the last hour. Costs no whole trace, however long the job takes.
 */
export async function findLatestReading(
  job: TrackedJobRecord | undefined,
  { db, now }: Pick<Scope, 'db' | 'now'>,
): Promise<LatestReadingRecord | undefined> {
  if (!job?.collected_at || job.trace_ended_at || job.vehicle_id === null) return undefined;
  if (job.temperature_class === null) return undefined;
  const runs = openRunsOf(job.probes);
  const ends = [...runs.values()].map(({ to }) => to.getTime());
  const sinceMs = Math.min(now.getTime() - lookBackMs, ...ends);
  const from = new Date(Math.max(job.collected_at.getTime(), sinceMs));
  const { vehicle_id } = job;
  const { readings, watch } = await readCounted(db, { ...job, vehicle_id }, { from, to: now });
  const counts = countingOf(watch);
  // A device that was taken out of the vehicle says nothing of now.
  const present = readings.filter(({ device_id }) => counts({ device_id, at: now }));
  return latestReadingOf(present, { range: temperatureRanges[job.temperature_class], runs });
}

/** The snapshot that was certified, with its readings; undefined if there is none. */
export async function findCertifiedTrace(jobId: string, db: Kysely<Tables>) {
  const sealed = await findTraceSnapshot(db, jobId);
  if (!sealed) return undefined;
  const readings = sortTrace(await sealedOf(db, { tenant: sealed.tenant_id, jobId }));
  return { ...sealed, readings, watch: sealed.watch ? restoredWatch(sealed.watch) : undefined };
}

/** The readings that a certificate with this digest was computed from. */
export const readingsUnder = (
  digest: string | undefined,
  { cold_chain, readings }: { cold_chain: ColdChain; readings: TemperatureReading[] },
): readonly TemperatureReading[] =>
  digest === cold_chain.readings_digest ? readings : countedAfter('sensor_fault', readings);
