/** The readings of one job, from where they lie now. */
import { type TemperatureClass, temperatureRanges } from '@svc/contracts';
import type { Ambient } from '@svc/kit/bind';
import type { Kysely } from 'kysely';
import type { Config } from './config.ts';
import {
  inOrder,
  type Range,
  type Reading,
  type Rules,
  usualRules,
  type Window,
} from './domain/cold-chain/reading.ts';
import type { SealedTrace } from './domain/cold-chain/sealed-trace.ts';
import { findFollowedJob } from './store/followed-jobs.ts';
import type { Tables } from './store/schema.ts';
import { findSealedTrace, listSealedReadings } from './store/sealed-traces.ts';
import { listTrace } from './store/traces.ts';
import { fromTraced, rulesFor } from './trace.ts';

export interface JobTrace {
  readings: Reading[];
  window: Window;
  range: Range | null;
  rules: Rules;
}

type Asking = Pick<Ambient<Config>, 'now' | 'config'> & { db: Kysely<Tables> };

/** From collection to the end, or until now; undefined before collection. */
export async function findJobTrace(
  { tenant, jobId }: { tenant: string; jobId: string },
  { db, now, config }: Asking,
): Promise<JobTrace | undefined> {
  const job = await findFollowedJob(db, tenant, jobId);
  if (!job?.collected_at) return undefined;
  const window = { from: job.collected_at, to: job.trace_ended_at ?? now };
  const live = job.vehicle_id === null ? [] : await listTrace(db, job.vehicle_id, window);
  // Readings go with their day; the sealed ones stay.
  const readings = live.length > 0 ? live : await sealedOf(db, { tenant, jobId });
  return { readings: inOrder(readings), window, ...keptAt(job.temperature_class, config) };
}

const sealedOf = async (
  db: Kysely<Tables>,
  { tenant, jobId }: { tenant: string; jobId: string },
): Promise<Reading[]> => (await listSealedReadings(db, tenant, jobId)).map(fromTraced);

const keptAt = (temperatureClass: TemperatureClass | null, config: Config) => ({
  range: temperatureClass && temperatureRanges[temperatureClass],
  rules: temperatureClass ? rulesFor(temperatureClass, config) : usualRules,
});

/** As it was certified; undefined where nothing was. */
export async function findSealed(
  jobId: string,
  db: Kysely<Tables>,
): Promise<(SealedTrace & { readings: Reading[] }) | undefined> {
  const sealed = await findSealedTrace(db, jobId);
  if (!sealed) return undefined;
  return { ...sealed, readings: await sealedOf(db, { tenant: sealed.tenant_id, jobId }) };
}
