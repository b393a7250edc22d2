/** Notes of the control desk: of jobs of any tenant, for the desk alone. */
import { newId } from '@svc/kit/ids';
import { toPage } from '@svc/kit/page';
import { command, query } from '../define.ts';
import { toNote } from '../domain/job-note.ts';
import { getAnyJob } from '../store/dispatch-jobs.ts';
import { insertNote, listNotesOf } from '../store/job-notes.ts';

/**
 * Emits no event: a note stays at the desk. The audit log records that it was written, not its
 * text.
 */
export const addNote = command('addNote', {
  handle: async ({ id, text, by }, { db, now, actor, recordChange }) => {
    const job = await getAnyJob(db, id);
    const note = {
      ...{ id: newId('note_', now), job_id: job.id, text },
      ...{ written_by: by ?? actor, created_at: now },
    };
    await insertNote(db, job.tenant_id, note);
    recordChange({
      object: job.id,
      tenant: job.tenant_id,
      after: { note_id: note.id, note: text },
    });
    return toNote(note);
  },
});

export const listNotes = query('listNotes', async ({ id, limit, starting_after }, { db }) => {
  const job = await getAnyJob(db, id);
  const found = await listNotesOf(db, job.tenant_id, { jobId: job.id, limit, starting_after });
  return toPage(found.map(toNote), limit);
});
