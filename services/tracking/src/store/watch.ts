/** What the SLA watch asks; over all tenants, a locked batch at a time. */
import { type Kysely, sql } from 'kysely';
import type { FollowedJob } from '../domain/followed-job.ts';
import type { Tables } from './schema.ts';

/** Written out, or a prepared statement would not know that the index covers it. */
const isOpen = sql<boolean>`status not in ('delivered', 'cancelled')`;

/** Open jobs that were due before a time, and not told of. */
export const lockOverdue = (
  db: Kysely<Tables>,
  { before, max }: { before: Date; max: number },
): Promise<FollowedJob[]> =>
  db
    .selectFrom('followed_job')
    .selectAll()
    .where('sla_due', '<', before)
    .where('breached_at', 'is', null)
    .where(isOpen)
    .orderBy('sla_due')
    .limit(max)
    .forUpdate()
    .skipLocked()
    .execute();

/** Jobs not yet due that cannot be in time any more, and not told of. */
export const lockAtRisk = (
  db: Kysely<Tables>,
  { now, max }: { now: Date; max: number },
): Promise<FollowedJob[]> =>
  db
    .selectFrom('followed_job')
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

export async function markTold(
  db: Kysely<Tables>,
  jobs: readonly FollowedJob[],
  told: Partial<Pick<FollowedJob, 'at_risk_at' | 'breached_at'>>,
): Promise<void> {
  if (jobs.length === 0) return;
  await db
    .updateTable('followed_job')
    .set(told)
    .where((eb) =>
      eb(
        eb.refTuple('tenant_id', 'job_id'),
        'in',
        jobs.map(({ tenant_id, job_id }) => eb.tuple(tenant_id, job_id)),
      ),
    )
    .execute();
}

/** Events that had waited were heard since. */
export async function heardLate(db: Kysely<Tables>, since: Date): Promise<boolean> {
  const row = await db
    .selectFrom('followed_job')
    .select('job_id')
    .where(sql<boolean>`heard_late`)
    .where('heard_at', '>=', since)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}
