/** Notes of the control desk about a job: added, never changed, and for the desk alone. */
import { z } from 'zod';
import { command, query } from '../define.ts';
import { idOf, jobId } from '../description.ts';
import { exampleSubject, opaqueId, page, pageOf, requiredText, timestamp } from '../primitives.ts';
import { decidedBy } from './decision.ts';

export const noteTextMax = 1_000;

export const jobNote = z
  .object({
    object: z.literal('job_note').describe('Names the resource: a note of the control desk.'),
    id: idOf('note', 'the note'),
    job_id: jobId,
    text: z.string().describe('What the desk wrote, for the desk alone.'),
    by: z.string().describe('Who wrote it: the name that was sent, or else the credential.'),
    created_at: timestamp.describe('When it was written, UTC.'),
  })
  .describe(
    'A note about a job for the control desk alone. It goes when the proof of the job is erased.',
  );
export type JobNote = z.infer<typeof jobNote>;

const idIssues = { 'id.invalid_format': 'job_not_found' } as const;

export const noteActions = {
  /** Of any tenant's job, in whatever state it is. Neither event nor custody has it. */
  addNote: command({
    input: z.object({
      id: opaqueId,
      text: requiredText(noteTextMax).describe(
        'What the others at the desk must know, at most 1000 characters. No patient data.',
      ),
      by: decidedBy.describe(
        "Who writes it, for the others at the desk: a name. Without it, the credential's id.",
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
