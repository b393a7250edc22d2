/** Queries of the SLA watch over all tenants, locked in batches. */
import { type Kysely, sql } from 'kysely';
import type { TrackedJobRecord } from '../domain/tracked-job.ts';
import type { Tables } from './schema.ts';

/** Written out, or a prepared statement would not know that the index covers it. */
const isOpen = sql<boolean>`status not in ('delivered', 'cancelled')`;

/** Open jobs that were due before a time, with no `sla.breached` yet. */
export const lockOverdue = (
  db: Kysely<Tables>,
  { before, max }: { before: Date; max: number },
): Promise<TrackedJobRecord[]> =>
  db
    .selectFrom('tracked_job')
    .selectAll()
    .where('sla_due', '<', before)
    .where('breached_at', 'is', null)
    .where(isOpen)
    .orderBy('sla_due')
    .limit(max)
    .forUpdate()
    .skipLocked()
    .execute();

/** Jobs not yet due that cannot be in time any more, with no `sla.at_risk` yet. */
export const lockAtRisk = (
  db: Kysely<Tables>,
  { now, max }: { now: Date; max: number },
): Promise<TrackedJobRecord[]> =>
  db
    .selectFrom('tracked_job')
    .selectAll()
    .where('at_risk_from', '<', now)
    .where('at_risk_at', 'is', null)
    .where('breached_at', 'is', null)
    .where('sla_due', '>=', now)
    .where(isOpen)
    .orderBy('at_risk_from')
    .limit(max)
    .forUpdate()
    .skipLocked()
    .execute();

export async function markNotified(
  db: Kysely<Tables>,
  jobs: readonly TrackedJobRecord[],
  notified: Partial<Pick<TrackedJobRecord, 'at_risk_at' | 'breached_at'>>,
): Promise<void> {
  if (jobs.length === 0) return;
  await db
    .updateTable('tracked_job')
    .set(notified)
    .where((eb) =>
      eb(
        eb.refTuple('tenant_id', 'job_id'),
        'in',
        jobs.map(({ tenant_id, job_id }) => eb.tuple(tenant_id, job_id)),
      ),
    )
    .execute();
}

/** True if delayed events arrived since. */
export async function hasLateEvents(db: Kysely<Tables>, since: Date): Promise<boolean> {
  const row = await db
    .selectFrom('tracked_job')
    .select('job_id')
    .where(sql<boolean>`is_late`)
    .where('received_at', '>=', since)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}
