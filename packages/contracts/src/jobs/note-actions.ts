/** Notes of the control desk on a job: append-only, and visible only to the desk. */
import { z } from 'zod';
import { command, query } from '../define.ts';
import { idOf, jobId, objectType } from '../description.ts';
import { exampleSubject, opaqueId, page, pageOf, requiredText, timestamp } from '../primitives.ts';
import { decidedBy } from './decision.ts';

export const noteTextMax = 1_000;

export const jobNote = z
  .object({
    object: objectType('job_note'),
    id: idOf('note', 'the note'),
    job_id: jobId,
    text: z.string().describe('Text of the note, visible only to the control desk.'),
    by: z.string().describe("Author: the name that was sent, or else the credential's id."),
    created_at: timestamp.describe('When the note was written, UTC.'),
  })
  .describe(
    'A note on a job, visible only to the control desk. Deleted when the proof of the job is erased.',
  );
export type JobNote = z.infer<typeof jobNote>;

const idIssues = { 'id.invalid_format': 'job_not_found' } as const;

export const noteActions = {
  /** For a job of any tenant, in any state. Not part of events or custody. */
  addNote: command({
    input: z.object({
      id: opaqueId,
      text: requiredText(noteTextMax).describe(
        'Text of the note, at most 1000 characters. No patient data.',
      ),
      by: decidedBy.describe(
        "Name of the author, shown to the desk. Defaults to the credential's id.",
      ),
    }),
    output: jobNote,
    refusals: ['job_not_found'],
    issues: idIssues,
    example: { id: exampleSubject.job_id, text: 'The laboratory is told.', by: 'Lerato M' },
  }),
  /** Newest first. */
  listNotes: query({
    input: z.object({ id: opaqueId, ...page }),
    output: pageOf(jobNote),
    refusals: ['job_not_found'],
    issues: idIssues,
  }),
};
