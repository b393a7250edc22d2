/**
 * The audit log. The service's role may insert and select; reasons are erased by a function of the owner.
 */
import type { accounts, InputOf } from '@svc/contracts';
import { requireCursor } from '@svc/kit/page';
import { type Kysely, sql } from 'kysely';
import type { ChangeRecord, LoggedChangeRecord } from '../domain/change-log.ts';
import type { Tables } from './schema.ts';

type Filter = InputOf<(typeof accounts)['actions']['listChanges']>;

/** One that is there already stays as it is. */
export async function insertChanges(
  db: Kysely<Tables>,
  records: readonly ChangeRecord[],
): Promise<void> {
  const rows = records.map(({ before, after, ...record }) => ({
    ...record,
    before: JSON.stringify(before),
    after: JSON.stringify(after),
  }));
  await db
    .insertInto('change_log')
    .values(rows)
    .onConflict((known) => known.doNothing())
    .execute();
}

/** In the log of the tenant whose job it is, and of each whose people changed it. */
export async function eraseReasons(
  db: Kysely<Tables>,
  tenant: string,
  jobId: string,
): Promise<void> {
  await sql`select accounts.erase_reasons(${tenant}, ${jobId})`.execute(db);
}

/** Newest first, up to limit + 1 rows; with the names of the tenant's own people. */
export async function listChanges(
  db: Kysely<Tables>,
  tenant: string,
  filter: Filter,
): Promise<LoggedChangeRecord[]> {
  const { limit, starting_after, person_id, action, object_id, created_gte, created_lt } = filter;
  await requireCursor({ starting_after }, (id) =>
    db.selectFrom('change_log').select('id').where('tenant_id', '=', tenant).where('id', '=', id),
  );
  return db
    .selectFrom('change_log as c')
    .leftJoin('tenant_user as u', (join) =>
      join
        .onRef('u.tenant_id', '=', 'c.tenant_id')
        .onRef('u.tenant_id', '=', 'c.person_tenant_id')
        .onRef('u.id', '=', 'c.person_id'),
    )
    .select(['c.id', 'c.created_at', 'c.person_id', 'c.action', 'c.object_id', 'c.reason'])
    .select(['c.data_tenant_id', 'c.before', 'c.after', 'u.name as person_name'])
    .where('c.tenant_id', '=', tenant)
    .$if(starting_after !== undefined, (page) => page.where('c.id', '<', starting_after ?? ''))
    .$if(person_id !== undefined, (own) => own.where('c.person_id', '=', person_id ?? ''))
    .$if(action !== undefined, (kind) => kind.where('c.action', '=', action ?? ''))
    .$if(object_id !== undefined, (one) => one.where('c.object_id', '=', object_id ?? ''))
    .$if(created_gte !== undefined, (late) =>
      late.where('c.created_at', '>=', new Date(created_gte ?? '')),
    )
    .$if(created_lt !== undefined, (early) =>
      early.where('c.created_at', '<', new Date(created_lt ?? '')),
    )
    .orderBy('c.id', 'desc')
    .limit(limit + 1)
    .execute();
}
