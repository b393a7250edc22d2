import type { Status } from '@svc/contracts';
import { type InsertObject, type Kysely, type OnConflictBuilder, sql } from 'kysely';
import type { JobRecord } from '../domain/job.ts';
import type { Tables } from './schema.ts';

/** Sharded counter: this many connections can book for one tenant without lock contention. */
const slots = sql.lit(64);
const slot = sql<number>`pg_backend_pid() % ${slots}`;

/** `[status, difference]`: what to add to a counter. */
type CountChange = readonly [Status, number];

/**
 * One row per counter that changes. Sorted, so that concurrent transactions lock counters in the
 * same order and cannot deadlock.
 */
export function countChanges(
  tenant: string,
  job: JobRecord,
  changes: readonly CountChange[],
): InsertObject<Tables, 'job_count'>[] {
  return sitesOf(job).flatMap((site_id) =>
    netChanges(changes).map(([status, jobs]) => ({
      tenant_id: tenant,
      site_id,
      status,
      slot,
      jobs,
    })),
  );
}

/** Counter rows of many bookings of one tenant: one row per site. */
export function bookedCountChanges(
  tenant: string,
  booked: readonly { job: JobRecord }[],
): InsertObject<Tables, 'job_count'>[] {
  const perSite = new Map<string, number>();
  for (const { job } of booked) {
    for (const id of sitesOf(job)) perSite.set(id, (perSite.get(id) ?? 0) + 1);
  }
  return [...perSite]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([site_id, jobs]) => ({ tenant_id: tenant, site_id, status: 'booked', slot, jobs }));
}

const sitesOf = ({ pickup, dropoff }: JobRecord) =>
  [...new Set(['', pickup.site_id, dropoff.site_id])].sort();

/** Net change per status, without zeros, sorted by status. */
function netChanges(changes: readonly CountChange[]): CountChange[] {
  const sums = new Map<Status, number>();
  for (const [status, n] of changes) sums.set(status, (sums.get(status) ?? 0) + n);
  return [...sums].filter(([, n]) => n !== 0).toSorted(([a], [b]) => (a < b ? -1 : 1));
}

/** Upsert: adds to an existing counter. */
export const incrementCount = (conflict: OnConflictBuilder<Tables, 'job_count'>) =>
  conflict
    .columns(['tenant_id', 'site_id', 'status', 'slot'])
    .doUpdateSet(({ eb, ref }) => ({ jobs: eb('job_count.jobs', '+', ref('excluded.jobs')) }));

/** Number of jobs from the counters, without a scan of the jobs. */
export async function sumCounts(
  db: Kysely<Tables>,
  tenant: string,
  { site = '', status }: { site?: string | undefined; status?: Status | undefined },
): Promise<number> {
  const counters = db
    .selectFrom('job_count')
    .select(sql<number>`coalesce(sum(jobs), 0)::int`.as('total'))
    .where('tenant_id', '=', tenant)
    .where('site_id', '=', site);
  const filtered = status === undefined ? counters : counters.where('status', '=', status);
  return (await filtered.executeTakeFirstOrThrow()).total;
}
