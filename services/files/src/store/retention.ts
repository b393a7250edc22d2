/** Retention of a file's bytes, rows and e-mail sender. */
import { type Kysely, sql } from 'kysely';
import type { FileRecord } from './files.ts';
import type { Tables } from './schema.ts';

type FileKey = Pick<FileRecord, 'tenant_id' | 'id'>;

/** Marks files answered before that time as removed, and stores their row counts. */
export async function markRemoved(
  db: Kysely<Tables>,
  { before, now, batch }: { before: Date; now: Date; batch: number },
): Promise<FileKey[]> {
  const { rows } = await sql<FileKey>`
    update file f set removed_at = ${now}, row_counts = (
        select json_build_object(
          'booked', count(*) filter (where status = 'booked'),
          'already_booked', count(*) filter (where status = 'already_booked'),
          'refused', count(*) filter (where status = 'refused'))
          from file_row r where r.tenant_id = f.tenant_id and r.file_id = f.id)
     where ctid = any (array(
       select ctid from file
        where step = 'answered' and removed_at is null and answered_at < ${before}
        order by answered_at limit ${batch} for update skip locked))
    returning f.tenant_id, f.id`.execute(db);
  return rows;
}

/** Deletes at most `batch` rows; returns how many. */
export async function deleteRows(
  db: Kysely<Tables>,
  { tenant_id, id }: FileKey,
  batch: number,
): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from file_row where ctid = any (array(
      select ctid from file_row where tenant_id = ${tenant_id} and file_id = ${id}
       limit ${batch}))`.execute(db);
  return Number(numAffectedRows ?? 0);
}

export async function deleteAttachments(
  db: Kysely<Tables>,
  { tenant_id, id }: FileKey,
): Promise<void> {
  await db
    .deleteFrom('mail_attachment')
    .where('tenant_id', '=', tenant_id)
    .where('file_id', '=', id)
    .execute();
}

/** Deletes at most `batch` POD records placed before that time; returns how many. */
export async function deletePods(
  db: Kysely<Tables>,
  { before, batch }: { before: Date; batch: number },
): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from pod_file where ctid = any (array(
      select ctid from pod_file where placed_at < ${before} order by placed_at limit ${batch}))
    `.execute(db);
  return Number(numAffectedRows ?? 0);
}
