/** Pages of jobs, newest first, by keyset: a page costs the same however many jobs there are. */
import type { ListFilter } from '@svc/contracts';
import { type ExpressionBuilder, type Kysely, sql } from 'kysely';
import { firstIdAt } from '../domain/id-range.ts';
import type { Job } from '../domain/job.ts';
import { keyColumn } from './jobs.ts';
import type { Tables } from './schema.ts';
import { countTallied } from './tally.ts';

type JobExpressions = ExpressionBuilder<Tables, 'job'>;

/**
 * As many as the limit says and one, if there are more; nearest to the cursor first. A cursor that
 * names no job of the tenant has nothing before or after it.
 */
export function listJobs(db: Kysely<Tables>, tenant: string, filter: ListFilter): Promise<Job[]> {
  const count = filter.limit + 1;
  const { site } = filter;
  const order = filter.ending_before === undefined ? 'desc' : 'asc';
  const jobs = db
    .selectFrom('job')
    .selectAll()
    .where(matches(tenant, filter))
    .where(isBeyondCursor(tenant, filter))
    .orderBy('id', order)
    .limit(count);
  if (site === undefined) return jobs.execute();
  // Two index scans, each as short as the page; a single OR would read all of the site's jobs.
  const from = jobs.where('pickup_site_id', '=', site);
  const to = jobs.where('dropoff_site_id', '=', site).where('pickup_site_id', '!=', site);
  return db
    .selectFrom(from.as('from_site'))
    .selectAll()
    .unionAll(db.selectFrom(to.as('to_site')).selectAll())
    .orderBy('id', order)
    .limit(count)
    .execute();
}

/** How many jobs the filter matches, wherever the page begins. */
export async function countJobs(
  db: Kysely<Tables>,
  tenant: string,
  filter: ListFilter,
): Promise<number> {
  const { site, reference, created_gte, created_lt } = filter;
  if (reference === undefined && created_gte === undefined && created_lt === undefined) {
    return countTallied(db, tenant, filter);
  }
  const { total } = await db
    .selectFrom('job')
    .select(sql<number>`count(*)::int`.as('total'))
    .where(matches(tenant, filter))
    .where(({ eb, and, or }) =>
      and(given(site, (id) => or([eb('pickup_site_id', '=', id), eb('dropoff_site_id', '=', id)]))),
    )
    .executeTakeFirstOrThrow();
  return total;
}

/** The filter without its site: that is asked in two ways. */
function matches(tenant: string, { status, reference, created_gte, created_lt }: ListFilter) {
  return ({ eb, and }: JobExpressions) =>
    and([
      eb('tenant_id', '=', tenant),
      ...given(status, (value) => eb('status', '=', value)),
      ...given(reference, (value) => eb('reference', '=', value)),
      ...given(created_gte, (value) => eb('id', '>=', firstIdAt(value))),
      ...given(created_lt, (value) => eb('id', '<', firstIdAt(value))),
    ]);
}

function isBeyondCursor(tenant: string, { starting_after, ending_before }: ListFilter) {
  return ({ eb, and, selectFrom }: JobExpressions) => {
    const idOf = (cursor: string) =>
      selectFrom('job as cursor')
        .select('cursor.id')
        .where('cursor.tenant_id', '=', tenant)
        .where(`cursor.${keyColumn(cursor)}`, '=', cursor);
    return and([
      ...given(starting_after, (cursor) => eb('id', '<', idOf(cursor))),
      ...given(ending_before, (cursor) => eb('id', '>', idOf(cursor))),
    ]);
  };
}

const given = <T, E>(value: T | undefined, make: (value: T) => E): E[] =>
  value === undefined ? [] : [make(value)];
