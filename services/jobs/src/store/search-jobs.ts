/**
 * Search of the desk over the jobs of all tenants. Each kind of match has an index of its own: id, ref
 * and parcel of every job (`job_id`, `job_ref_unique`, `job_parcel`), words of those that are not
 * over (`job_words`), so that a search costs the same however many jobs are over. With a million of
 * those and 10 000 open ones: 0.6 ms for a key, 13 ms for a word that all open jobs have.
 */
import type { InputOf, jobs } from '@svc/contracts';
import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { JobRecord } from '../domain/job.ts';
import { type JobSearch, readSearch } from '../domain/job-search.ts';
import { isNoCopy, keyColumn } from './jobs.ts';
import type { Tables } from './schema.ts';

export type DeskFilter = InputOf<(typeof jobs)['actions']['listForDesk']>;

/** Newest first, up to limit + 1 rows. */
export async function searchJobs(
  db: Kysely<Tables>,
  filter: DeskFilter & { q: string },
): Promise<JobRecord[]> {
  const { rows } = await searchQuery(readSearch(filter.q), filter).execute(db);
  return rows;
}

/**
 * Matches first, filter and order afterwards: a scan in the order of ids that ends with the page
 * would pass all jobs where few match.
 */
export const searchQuery = (search: JobSearch, filter: DeskFilter): RawBuilder<JobRecord> =>
  sql<JobRecord>`
    with found as materialized (
      select id, status, driver_id from job where id = ${search.id}
      union all
      select id, status, driver_id from job where ref = ${search.ref}
      union all
      select id, status, driver_id from job
       where parcel_keys(parcel_items) @> array[${search.parcel}::text]
      union all
      select id, status, driver_id from job
       where status not in ('delivered', 'cancelled')
         and search_words((pickup ->> 'name') || ' ' || (dropoff ->> 'name') || ' ' || reference)
             @@ ${allWords(search.words)})
    select * from job
     where ${isNoCopy}
       and id = any(array(
         select distinct id from found where ${matches(filter)}
          order by id desc limit ${filter.limit + 1}))
     order by id desc`;

/** Prefix query for each word; null, which matches no row, for a text without words. */
const allWords = (text: string): RawBuilder<unknown> => sql`
  (select string_agg(quote_literal(lexeme) || ':*', ' & ')::tsquery
     from unnest(search_words(${text})))`;

/** Same filters as `listDispatchJobs`. */
function matches(filter: DeskFilter): RawBuilder<boolean> {
  const { status = null, driver_id = null, unassigned = null, starting_after } = filter;
  const afterCursor =
    starting_after === undefined
      ? sql``
      : sql`and id < (
          select id from job where ${sql.ref(keyColumn(starting_after))} = ${starting_after})`;
  return sql<boolean>`
    (${status}::text is null or status = ${status})
    and (${driver_id}::text is null or driver_id = ${driver_id})
    and (${unassigned}::boolean is null
         or case when ${unassigned} then status = 'booked' else driver_id is not null end)
    ${afterCursor}`;
}
