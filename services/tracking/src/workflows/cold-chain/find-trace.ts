/** Reads the trace of a job from chunks and pending batches, or from its snapshot. */
import { type TemperatureClass, temperatureRanges } from '@svc/contracts';
import type { Kysely } from 'kysely';
import type { Config } from '../../config.ts';
import type { TrackingReadScope } from '../../define.ts';
import {
  type LatestReadingRecord,
  latestReadingOf,
} from '../../domain/cold-chain/latest-reading.ts';
import {
  type ColdChainRules,
  defaultRules,
  sortTrace,
  type TemperatureRange,
  type TemperatureReading,
  type TraceWindow,
} from '../../domain/cold-chain/reading.ts';
import type { TraceSnapshot } from '../../domain/cold-chain/trace-resource.ts';
import { fromTracedReading } from '../../domain/cold-chain/trace-resource.ts';
import { openRunsOf } from '../../domain/telemetry/probe-state.ts';
import type { TrackedJobRecord } from '../../domain/tracked-job.ts';
import type { Tables } from '../../store/schema.ts';
import {
  findSealedWindow,
  findTraceSnapshot,
  listSnapshotReadings,
} from '../../store/trace-snapshots.ts';
import { listTrace } from '../../store/traces.ts';
import { findTrackedJob } from '../../store/tracked-jobs.ts';
import { rulesFor } from './rules.ts';

export interface JobTrace {
  readings: TemperatureReading[];
  window: TraceWindow;
  range: TemperatureRange | null;
  rules: ColdChainRules;
}

type Scope = TrackingReadScope & { db: Kysely<Tables> };

/** From collection to the end, or until now; undefined before collection. */
export async function findJobTrace(
  { tenant, jobId }: { tenant: string; jobId: string },
  { db, now, config }: Scope,
): Promise<JobTrace | undefined> {
  const job = await findTrackedJob(db, tenant, jobId);
  if (!job?.collected_at) return undefined;
  const window = { from: job.collected_at, to: job.trace_ended_at ?? now };
  const live = job.vehicle_id === null ? [] : await listTrace(db, job.vehicle_id, window);
  const kept = keptAt(job.temperature_class, config);
  if (live.length > 0) return { readings: sortTrace(live), window, ...kept };
  // Readings go with their day; the sealed ones stay. Those of the sandbox may begin before the collection.
  const sealed = await findSealedWindow(db, tenant, jobId);
  const readings = sealed ? await sealedOf(db, { tenant, jobId }) : [];
  return { readings: sortTrace(readings), window: sealed ?? window, ...kept };
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
  const readings = await listTrace(db, job.vehicle_id, { from, to: now });
  return latestReadingOf(sortTrace(readings), {
    range: temperatureRanges[job.temperature_class],
    runs,
  });
}

/** The snapshot that was certified, with its readings; undefined if there is none. */
export async function findCertifiedTrace(
  jobId: string,
  db: Kysely<Tables>,
): Promise<(TraceSnapshot & { readings: TemperatureReading[] }) | undefined> {
  const sealed = await findTraceSnapshot(db, jobId);
  if (!sealed) return undefined;
  return { ...sealed, readings: await sealedOf(db, { tenant: sealed.tenant_id, jobId }) };
}
