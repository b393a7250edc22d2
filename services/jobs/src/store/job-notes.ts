/** Notes of the control desk about jobs: added and erased, never changed. */
import { requireCursor } from '@svc/kit/page';
import type { Kysely } from 'kysely';
import type { JobNoteRecord } from '../domain/job-note.ts';
import type { Tables } from './schema.ts';

export async function insertNote(
  db: Kysely<Tables>,
  tenant: string,
  note: Omit<JobNoteRecord, 'tenant_id'>,
): Promise<void> {
  await db
    .insertInto('job_note')
    .values({ tenant_id: tenant, ...note })
    .execute();
}

/** Newest first, up to limit + 1 rows, so that `has_more` is known. */
export async function listNotesOf(
  db: Kysely<Tables>,
  tenant: string,
  {
    jobId,
    limit,
    starting_after,
  }: { jobId: string; limit: number; starting_after?: string | undefined },
): Promise<JobNoteRecord[]> {
  const own = db.selectFrom('job_note').where('tenant_id', '=', tenant).where('job_id', '=', jobId);
  await requireCursor({ starting_after }, (id) => own.select('id').where('id', '=', id));
  const notes = own
    .selectAll()
    .orderBy('id', 'desc')
    .limit(limit + 1);
  return (starting_after === undefined ? notes : notes.where('id', '<', starting_after)).execute();
}
