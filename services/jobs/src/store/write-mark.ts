import { type Kysely, sql } from 'kysely';
import type { Tables } from './schema.ts';

/** Commits a mark to the log of Postgres, of no table and no tenant: a full disk or a standby refuses it. */
export async function writeMark(db: Kysely<Tables>): Promise<void> {
  await sql`select pg_logical_emit_message(true, 'check', '')`.execute(db);
}
