/** Reads the trace of a job from its readings, or from its snapshot. */
import type { ColdChain, SuspectDecision } from '@svc/contracts';
import type { Kysely } from 'kysely';
import { digestOf } from '../../adapters/readings-digest.ts';
import type { TrackingReadScope } from '../../define.ts';
import { withFiles } from '../../domain/boxes/logger-file.ts';
import {
  type LatestReadingRecord,
  latestReadingOf,
} from '../../domain/cold-chain/latest-reading.ts';
import { countingOf, type ProbeWatch, restoredWatch } from '../../domain/cold-chain/probe-watch.ts';
import {
  type ColdChainRules,
  sortTrace,
  type TemperatureRange,
  type TemperatureReading,
  type TraceWindow,
} from '../../domain/cold-chain/reading.ts';
import { fromTracedReading } from '../../domain/cold-chain/trace-resource.ts';
import { countedAfter } from '../../domain/cold-chain/trace-summary.ts';
import { openRunsOf } from '../../domain/telemetry/probe-state.ts';
import type { TrackedJobRecord } from '../../domain/tracked-job.ts';
import { listAddedFiles, listAmendments } from '../../store/boxes/logger-files.ts';
import type { Tables } from '../../store/schema.ts';
import {
  findDecision,
  findTraceSnapshot,
  listSnapshotReadings,
} from '../../store/trace-snapshots.ts';
import { listTrace } from '../../store/traces.ts';
import { findTrackedJob } from '../../store/tracked-jobs.ts';
import { listWatches, type WatchedJobKey } from './job-watches.ts';
import { rangeAndRulesOf } from './rules.ts';

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
export async function readCounted(db: Kysely<Tables>, job: WatchedJobKey, window: TraceWindow) {
  const { watchIn, vehicleIds, probeKeys } = (await listWatches(db, [job], window))(job);
  const watch = watchIn(window);
  const counts = countingOf(watch);
  const told = await listTrace(db, vehicleIds, window);
  const files = await listAddedFiles(db, probeKeys, window);
  const { readings, added } = withFiles(told.filter(counts), files, counts);
  return { hasReadings: told.length > 0 || added.length > 0, watch, readings, files: added };
}

/** From collection to the end, or until now; undefined before collection. */
export async function findJobTrace(
  { tenant, jobId }: { tenant: string; jobId: string },
  { db, now, config }: Scope,
): Promise<JobTrace | undefined> {
  const job = await findTrackedJob(db, tenant, jobId);
  if (!job?.collected_at) return undefined;
  const { vehicle_id } = job;
  const window = { from: job.collected_at, to: job.trace_ended_at ?? now };
  const { decision } = (await findDecision(db, tenant, jobId)) ?? {};
  const kept = { ...rangeAndRulesOf(job, config), decision };
  const live = vehicle_id && (await readCounted(db, job, window));
  if (live && live.hasReadings) {
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

/** Readings that came after the watermark are in no decision; those of the last hour count here. */
const lookBackMs = 60 * 60_000;

/**
 * How the probes stand now, while the parcels are in the vehicle: runs decided at the watermark, and
 * the readings of the last hour. Costs no whole trace, however long the job takes.
 */
export async function findLatestReading(
  job: TrackedJobRecord | undefined,
  { db, now, config }: Pick<Scope, 'db' | 'now' | 'config'>,
): Promise<LatestReadingRecord | undefined> {
  if (!job?.collected_at || job.trace_ended_at || job.vehicle_id === null) return undefined;
  const { range } = rangeAndRulesOf(job, config);
  if (range === null) return undefined;
  const runs = openRunsOf(job.probes);
  const ends = [...runs.values()].map(({ to }) => to.getTime());
  const sinceMs = Math.min(now.getTime() - lookBackMs, ...ends);
  const from = new Date(Math.max(job.collected_at.getTime(), sinceMs));
  const { readings, watch } = await readCounted(db, job, { from, to: now });
  const counts = countingOf(watch);
  // A device that was taken out of the vehicle says nothing of now.
  const present = readings.filter(({ device_id }) => counts({ device_id, at: now }));
  return latestReadingOf(present, { range, runs });
}

/** The trace as it was certified last, with its readings; undefined if it was not. */
export async function findCertifiedTrace(jobId: string, db: Kysely<Tables>) {
  const sealed = await findTraceSnapshot(db, jobId);
  if (!sealed) return undefined;
  const tenant = sealed.tenant_id;
  const first = {
    cold_chain: sealed.cold_chain,
    readings: sortTrace(await sealedOf(db, { tenant, jobId })),
  };
  const amended = (await listAmendments(db, tenant, jobId)).map(({ cold_chain, readings }) => ({
    cold_chain,
    readings: readings.map(fromTracedReading),
  }));
  const versions: CertifiedVersion[] = [first, ...amended];
  const watch = sealed.watch ? restoredWatch(sealed.watch) : undefined;
  return { ...sealed, ...first, ...amended.at(-1), watch, versions };
}
interface CertifiedVersion {
  cold_chain: ColdChain;
  readings: TemperatureReading[];
}

/** The readings that a certificate with this digest was computed from. */
export function readingsUnder(
  digest: string | undefined,
  { versions, readings }: { versions: readonly CertifiedVersion[]; readings: TemperatureReading[] },
): readonly TemperatureReading[] {
  const variants = versions.flatMap((version) => [
    version.readings,
    countedAfter('sensor_fault', version.readings),
  ]);
  return variants.find((each) => digestOf(each) === digest) ?? readings;
}
