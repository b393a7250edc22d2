import type { Status } from '@svc/contracts';
import { type InsertObject, type Kysely, type OnConflictBuilder, sql } from 'kysely';
import type { Job } from '../domain/job.ts';
import type { Tables } from './schema.ts';

/** As many connections can book for one tenant without waiting for each other. */
const slots = sql.lit(64);
const slot = sql<number>`pg_backend_pid() % ${slots}`;

/** `[status, difference]`: what to add to a counter. */
type Move = readonly [Status, number];

/**
 * A row per counter that changes, in one order everywhere: nobody waits for one who waits for him.
 */
export function tallyRows(
  tenant: string,
  job: Job,
  moves: readonly Move[],
): InsertObject<Tables, 'job_tally'>[] {
  return sitesOf(job).flatMap((site_id) =>
    summed(moves).map(([status, n]) => ({
      tenant_id: tenant,
      site_id,
      status,
      slot,
      n,
    })),
  );
}

/** The same for many bookings: a row per site. */
export function bookedRows(
  tenant: string,
  booked: readonly { job: Job }[],
): InsertObject<Tables, 'job_tally'>[] {
  const perSite = new Map<string, number>();
  for (const { job } of booked) {
    for (const id of sitesOf(job)) perSite.set(id, (perSite.get(id) ?? 0) + 1);
  }
  return [...perSite]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([site_id, n]) => ({ tenant_id: tenant, site_id, status: 'booked', slot, n }));
}

const sitesOf = ({ pickup, dropoff }: Job) =>
  [...new Set(['', pickup.site_id, dropoff.site_id])].sort();

/** What remains of the moves of each status, by name. */
function summed(moves: readonly Move[]): Move[] {
  const sums = new Map<Status, number>();
  for (const [status, n] of moves) sums.set(status, (sums.get(status) ?? 0) + n);
  return [...sums].filter(([, n]) => n !== 0).toSorted(([a], [b]) => (a < b ? -1 : 1));
}

/** A counter that exists already grows by the row's number. */
export const addUp = (conflict: OnConflictBuilder<Tables, 'job_tally'>) =>
  conflict
    .columns(['tenant_id', 'site_id', 'status', 'slot'])
    .doUpdateSet(({ eb, ref }) => ({ n: eb('job_tally.n', '+', ref('excluded.n')) }));

/** How many jobs there are, without counting them. */
export async function countTallied(
  db: Kysely<Tables>,
  tenant: string,
  { site = '', status }: { site?: string | undefined; status?: Status | undefined },
): Promise<number> {
  const counters = db
    .selectFrom('job_tally')
    .select(sql<number>`coalesce(sum(n), 0)::int`.as('total'))
    .where('tenant_id', '=', tenant)
    .where('site_id', '=', site);
  const asked = status === undefined ? counters : counters.where('status', '=', status);
  return (await asked.executeTakeFirstOrThrow()).total;
}
