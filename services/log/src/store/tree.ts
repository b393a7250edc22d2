import { type Kysely, sql } from 'kysely';
import type { LogTree } from '../domain/log-tree.ts';
import type { Tables } from './schema.ts';

const rows = (db: Kysely<Tables>) => db.selectFrom('tree').selectAll();

export async function findTree(db: Kysely<Tables>): Promise<LogTree | undefined> {
  const row = await rows(db).executeTakeFirst();
  return row && { ...row, size: Number(row.size) };
}

/** Row lock until the transaction ends; undefined while another sequencer holds it. */
export async function lockTree(db: Kysely<Tables>): Promise<LogTree | undefined> {
  const row = await rows(db).forUpdate().skipLocked().executeTakeFirst();
  return row && { ...row, size: Number(row.size) };
}

/** Row lock until the transaction ends; waits for a sequencer. */
export async function lockTreePatiently(db: Kysely<Tables>): Promise<LogTree | undefined> {
  const row = await rows(db).forUpdate().executeTakeFirst();
  return row && { ...row, size: Number(row.size) };
}

/** False if another replica was first. */
export async function insertTree(db: Kysely<Tables>, tree: LogTree): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('tree')
    .values(tree)
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  return numInsertedOrUpdatedRows === 1n;
}

export async function updateTree(db: Kysely<Tables>, change: Partial<LogTree>): Promise<void> {
  await db.updateTable('tree').set(change).execute();
}

/** Ends a halt in the cluster and timeline that was looked at: in a later one the log halts again. */
export const goOn = (db: Kysely<Tables>, cluster_history: string): Promise<void> =>
  updateTree(db, { halted: null, cluster_history });

/**
 * Identity of the database cluster and its timeline, which a point-in-time recovery and the promotion
 * of a standby increment: after either, commits may be missing.
 */
export async function readClusterHistory(db: Kysely<Tables>): Promise<string> {
  const { rows: found } = await sql<{ history: string }>`
    select (select system_identifier from pg_control_system()) || '/' ||
           substr(pg_walfile_name(pg_current_wal_lsn()), 1, 8) as history`.execute(db);
  return found[0]?.history ?? '';
}
