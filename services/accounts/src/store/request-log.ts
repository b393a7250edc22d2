/** Requests of the last seven days; older rows are not returned, also before they are purged. */
import type { RecordedRequest } from '@svc/contracts';
import { purgeDaily } from '@svc/kit/database/daily-table';
import { requireCursor } from '@svc/kit/page';
import { type Kysely, sql } from 'kysely';
import type { Tables } from './schema.ts';

export interface RequestFilter {
  limit: number;
  starting_after?: string | undefined;
  request_id?: string | undefined;
  client_id?: string | undefined;
  failed?: boolean | undefined;
}

/**
 * Inserts requests of any tenants in one statement, sorted, so that two gateways lock in one order.
 * Skips tenants that have ended meanwhile: their purge may be over.
 */
export async function insertRequests(
  db: Kysely<Tables>,
  requests: readonly RecordedRequest[],
): Promise<void> {
  await sql`
    insert into request_log
    select * from json_populate_recordset(null::request_log, ${JSON.stringify(requests)}::json) r
     where not exists (select from expired_tenant e where e.tenant_id = r.tenant_id)
     order by tenant_id, id
    on conflict do nothing`.execute(db);
}

/** Newest first, up to limit + 1 rows. */
export async function listRequests(
  db: Kysely<Tables>,
  tenant: string,
  { filter, since }: { filter: RequestFilter; since: Date },
) {
  const { limit, starting_after, request_id, client_id, failed } = filter;
  const kept = db
    .selectFrom('request_log')
    .where('tenant_id', '=', tenant)
    .where('created_at', '>', since);
  await requireCursor({ starting_after }, (id) => kept.select('id').where('id', '=', id));
  return kept
    .select(['id', 'created_at', 'client_id', 'method', 'path', 'status', 'code', 'duration_ms'])
    .$if(starting_after !== undefined, (page) => page.where('id', '<', starting_after ?? ''))
    .$if(request_id !== undefined, (one) => one.where('id', '=', request_id ?? ''))
    .$if(client_id !== undefined, (own) => own.where('client_id', '=', client_id ?? ''))
    .$if(failed !== undefined, (half) => half.where('status', failed ? '>=' : '<', 400))
    .orderBy('id', 'desc')
    .limit(limit + 1)
    .execute();
}

/** Deletes days that ended `before`, and up to `max` older rows of each other partition. */
export const purgeRequests = (
  db: Kysely<Tables>,
  { now, before, max }: { now: Date; before: Date; max: number },
): Promise<'again' | undefined> =>
  purgeDaily(db, { table: 'request_log', now, before }, async (partition) => {
    const { numAffectedRows = 0n } = await sql`
      delete from ${sql.table(partition)} where ctid = any (array(
        select ctid from ${sql.table(partition)} where created_at <= ${before} limit ${max}))`.execute(
      db,
    );
    return Number(numAffectedRows) === max;
  });
