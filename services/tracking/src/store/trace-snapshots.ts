import type { TracedReading } from '@svc/contracts';
import type { Kysely } from 'kysely';
import type { TraceSnapshot } from '../domain/cold-chain/trace-resource.ts';
import type { Tables } from './schema.ts';

const readingsPerPart = 1_000;

export async function insertTraceSnapshot(
  db: Kysely<Tables>,
  tenant: string,
  {
    cold_chain,
    readings,
    ...trace
  }: Omit<TraceSnapshot, 'tenant_id'> & {
    readings: readonly TracedReading[];
  },
): Promise<void> {
  await db
    .insertInto('trace_snapshot')
    .values({ tenant_id: tenant, ...trace, cold_chain: JSON.stringify(cold_chain) })
    .execute();
  for (let first = 0; first < readings.length; first += readingsPerPart) {
    await db
      .insertInto('trace_snapshot_part')
      .values({
        tenant_id: tenant,
        job_id: trace.job_id,
        part: first / readingsPerPart,
        readings: JSON.stringify(readings.slice(first, first + readingsPerPart)),
      })
      .execute();
  }
}

/** By the job alone, whosever it is: who asks so proves otherwise that it may see it. */
export const findTraceSnapshot = (
  db: Kysely<Tables>,
  jobId: string,
): Promise<TraceSnapshot | undefined> =>
  db
    .selectFrom('trace_snapshot')
    .select(['tenant_id', 'job_id', 'trace_from', 'trace_to', 'cold_chain'])
    .where('job_id', '=', jobId)
    .executeTakeFirst();

/** From when to when the snapshot of a tenant's job goes; undefined without one. */
export const findSealedWindow = (
  db: Kysely<Tables>,
  tenant: string,
  jobId: string,
): Promise<{ from: Date; to: Date } | undefined> =>
  db
    .selectFrom('trace_snapshot')
    .select(['trace_from as from', 'trace_to as to'])
    .where('tenant_id', '=', tenant)
    .where('job_id', '=', jobId)
    .executeTakeFirst();

export async function listSnapshotReadings(
  db: Kysely<Tables>,
  tenant: string,
  jobId: string,
): Promise<TracedReading[]> {
  const parts = await db
    .selectFrom('trace_snapshot_part')
    .select('readings')
    .where('tenant_id', '=', tenant)
    .where('job_id', '=', jobId)
    .orderBy('part')
    .execute();
  return parts.flatMap(({ readings }) => readings);
}
