import { type Kysely, sql } from 'kysely';
import type { Tables } from './schema.ts';

/**
 * Commits a mark to the log of Postgres, of no row and no tenant: a full disk or a standby refuses it,
 * and a server that is read-only refuses the deletion of nothing.
 */
export async function writeMark(db: Kysely<Tables>): Promise<void> {
  await sql`with none as (delete from job where false)
    select pg_logical_emit_message(true, 'check', '')`.execute(db);
}
