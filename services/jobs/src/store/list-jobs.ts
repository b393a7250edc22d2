/** Pages of jobs, newest first, by keyset: a page costs the same however many jobs there are. */
import type { ListFilter } from '@svc/contracts';
import { requireCursor } from '@svc/kit/page';
import { type ExpressionBuilder, type Kysely, sql } from 'kysely';
import { firstIdAt } from '../domain/id-range.ts';
import type { JobRecord } from '../domain/job.ts';
import { sumCounts } from './job-counts.ts';
import { keyColumn } from './jobs.ts';
import type { Tables } from './schema.ts';

type JobExpressions = ExpressionBuilder<Tables, 'job'>;

export interface JobPage {
  /** Up to limit + 1 rows, so that `has_more` is known; nearest to the cursor first. */
  found: JobRecord[];
  total: number;
}

export async function listOwnJobs(
  db: Kysely<Tables>,
  tenant: string,
  filter: ListFilter,
): Promise<JobPage> {
  const [found, total] = await Promise.all([
    listJobs(db, { tenant, filter, cursors: [tenant] }),
    countJobs(db, tenant, filter),
    requireListCursor(db, filter, [tenant]),
  ]);
  return { found, total };
}

export interface JobListQuery {
  tenant: string;
  filter: ListFilter;
  /** The tenants whose jobs may be the cursor. */
  cursors: readonly string[];
  /** The tenant whose copies hide the jobs that they are copies of. */
  hiddenFrom?: string;
}

/** The cursor is a job of these tenants. */
export const requireListCursor = (
  db: Kysely<Tables>,
  filter: ListFilter,
  tenants: readonly string[],
): Promise<void> =>
  requireCursor(filter, (cursor) =>
    db
      .selectFrom('job')
      .select('id')
      .where('tenant_id', 'in', tenants)
      .where(keyColumn(cursor), '=', cursor),
  );

export function listJobs(db: Kysely<Tables>, wanted: JobListQuery): Promise<JobRecord[]> {
  const { filter } = wanted;
  const { site } = filter;
  const count = filter.limit + 1;
  const order = filter.ending_before === undefined ? 'desc' : 'asc';
  const jobs = db
    .selectFrom('job')
    .selectAll()
    .where(matches(wanted))
    .where(isBeyondCursor(wanted))
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

/** Number of jobs that match the filter, independent of the page. */
export async function countJobs(
  db: Kysely<Tables>,
  tenant: string,
  filter: ListFilter,
): Promise<number> {
  const { reference, created_gte, created_lt } = filter;
  if (reference === undefined && created_gte === undefined && created_lt === undefined) {
    return sumCounts(db, tenant, filter);
  }
  return countRows(db, { tenant, filter });
}

export async function countRows(
  db: Kysely<Tables>,
  wanted: Omit<JobListQuery, 'cursors'>,
): Promise<number> {
  const { site } = wanted.filter;
  const { total } = await db
    .selectFrom('job')
    .select(sql<number>`count(*)::int`.as('total'))
    .where(matches(wanted))
    .where(({ eb, and, or }) =>
      and(given(site, (id) => or([eb('pickup_site_id', '=', id), eb('dropoff_site_id', '=', id)]))),
    )
    .executeTakeFirstOrThrow();
  return total;
}

/** The filter without `site`, which pages and counts evaluate differently. */
function matches({ tenant, filter, hiddenFrom }: Omit<JobListQuery, 'cursors'>) {
  const { status, reference, created_gte, created_lt } = filter;
  return ({ eb, and, not, exists, selectFrom }: JobExpressions) =>
    and([
      ...given(hiddenFrom, (owner) =>
        not(
          exists(
            selectFrom('job as copy')
              .select('copy.id')
              .where('copy.tenant_id', '=', owner)
              .whereRef('copy.id', '=', 'job.id'),
          ),
        ),
      ),
      eb('tenant_id', '=', tenant),
      ...given(status, (value) => eb('status', '=', value)),
      ...given(reference, (value) => eb('reference', '=', value)),
      ...given(created_gte, (value) => eb('id', '>=', firstIdAt(value))),
      ...given(created_lt, (value) => eb('id', '<', firstIdAt(value))),
    ]);
}

function isBeyondCursor({ filter: { starting_after, ending_before }, cursors }: JobListQuery) {
  return ({ eb, and, selectFrom }: JobExpressions) => {
    const idOf = (cursor: string) =>
      selectFrom('job as cursor')
        .select('cursor.id')
        .where('cursor.tenant_id', 'in', cursors)
        .where(`cursor.${keyColumn(cursor)}`, '=', cursor)
        .limit(1);
    return and([
      ...given(starting_after, (cursor) => eb('id', '<', idOf(cursor))),
      ...given(ending_before, (cursor) => eb('id', '>', idOf(cursor))),
    ]);
  };
}

const given = <T, E>(value: T | undefined, make: (value: T) => E): E[] =>
  value === undefined ? [] : [make(value)];
