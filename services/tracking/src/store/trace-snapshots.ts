import type { ColdChain, TracedReading } from '@svc/contracts';
import type { Kysely } from 'kysely';
import type { ProbeWatch } from '../domain/cold-chain/probe-watch.ts';
import type { TraceSnapshot } from '../domain/cold-chain/trace-resource.ts';
import type { Tables } from './schema.ts';

const readingsPerPart = 1_000;

export async function insertTraceSnapshot(
  db: Kysely<Tables>,
  tenant: string,
  {
    cold_chain,
    watch,
    readings,
    ...trace
  }: Omit<TraceSnapshot, 'tenant_id' | 'watch'> & {
    watch: ProbeWatch | null;
    readings: readonly TracedReading[];
  },
): Promise<void> {
  await db
    .insertInto('trace_snapshot')
    .values({
      ...{ tenant_id: tenant, ...trace, cold_chain: JSON.stringify(cold_chain) },
      watch: watch && JSON.stringify(watch),
    })
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
    .select(['tenant_id', 'job_id', 'trace_from', 'trace_to', 'cold_chain', 'watch'])
    .where('job_id', '=', jobId)
    .executeTakeFirst();

/** False if the job has one. */
export async function insertDecision(
  db: Kysely<Tables>,
  tenant: string,
  {
    job_id,
    decision,
    cold_chain,
  }: Pick<Tables['suspect_decision'], 'job_id' | 'decision'> & { cold_chain: ColdChain },
): Promise<boolean> {
  const inserted = await db
    .insertInto('suspect_decision')
    .values({ tenant_id: tenant, job_id, decision, cold_chain: JSON.stringify(cold_chain) })
    .onConflict((known) => known.doNothing())
    .returning('job_id')
    .executeTakeFirst();
  return inserted !== undefined;
}

/** A person's decision on the suspect readings of a sealed trace. */
export const findDecision = (db: Kysely<Tables>, tenant: string, jobId: string) =>
  db
    .selectFrom('suspect_decision')
    .select(['decision', 'cold_chain'])
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
