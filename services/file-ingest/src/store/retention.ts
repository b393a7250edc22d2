/** What is kept of a file for a while: its bytes, its rows, who sent it by e-mail. */
import { type Kysely, sql } from 'kysely';
import type { FileRecord } from './files.ts';
import type { Tables } from './schema.ts';

type FileKey = Pick<FileRecord, 'tenant_id' | 'id'>;

/**
 * Says of a file that was answered before that day that its contents are gone; from then on they are
 * somebody's to remove. False when there is no such file.
 */
export async function markRemoved(
  db: Kysely<Tables>,
  { before, now }: { before: Date; now: Date },
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update file f set removed_at = ${now}, removal_due_at = ${now}, row_counts = (
        select json_build_object(
          'booked', count(*) filter (where status = 'booked'),
          'already_booked', count(*) filter (where status = 'already_booked'),
          'refused', count(*) filter (where status = 'refused'))
          from file_row r where r.tenant_id = f.tenant_id and r.file_id = f.id)
      from (select tenant_id, id from file
             where step = 'answered' and removed_at is null and answered_at < ${before}
             order by answered_at limit 1 for update skip locked) old
     where f.tenant_id = old.tenant_id and f.id = old.id`.execute(db);
  return numAffectedRows === 1n;
}

/** A file that something is left of; until then it is the caller's. */
export async function claimRemoval(
  db: Kysely<Tables>,
  { now, until }: { now: Date; until: Date },
): Promise<FileKey | undefined> {
  const { rows } = await sql<FileKey>`
    update file f set removal_due_at = ${until} from (
      select tenant_id, id from file where removal_due_at <= ${now}
       order by removal_due_at limit 1 for update skip locked) due
     where f.tenant_id = due.tenant_id and f.id = due.id
    returning f.tenant_id, f.id`.execute(db);
  return rows[0];
}

/** At most so many of its rows. Answers how many went. */
export async function removeRows(
  db: Kysely<Tables>,
  { tenant_id, id }: FileKey,
  batch: number,
): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from file_row where tenant_id = ${tenant_id} and file_id = ${id} and row in (
      select row from file_row where tenant_id = ${tenant_id} and file_id = ${id}
       order by row limit ${batch})`.execute(db);
  return Number(numAffectedRows ?? 0);
}

/** The last of it: nothing is left to remove. */
export async function endRemoval(db: Kysely<Tables>, { tenant_id, id }: FileKey): Promise<void> {
  await db
    .deleteFrom('mailed_file')
    .where('tenant_id', '=', tenant_id)
    .where('file_id', '=', id)
    .execute();
  await db
    .updateTable('file')
    .set({ removal_due_at: null })
    .where('tenant_id', '=', tenant_id)
    .where('id', '=', id)
    .execute();
}

/** Notes of proof files that were placed before that day. Answers how many went. */
export async function removePods(
  db: Kysely<Tables>,
  { before, batch }: { before: Date; batch: number },
): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from pod_file where ctid = any (array(
      select ctid from pod_file where placed_at < ${before} order by placed_at limit ${batch}))
    `.execute(db);
  return Number(numAffectedRows ?? 0);
}
