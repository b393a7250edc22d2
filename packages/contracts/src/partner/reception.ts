/**
 * Reception: what a laboratory accepts or rejects of the specimens that a job brought.
 *
 * Terms
 * - **verdict**: accepted, or rejected for a reason; once per specimen, and final.
 * - **expected**: on a manifest of the job, or of the run that it belongs to.
 * - **completed**: something was said of every specimen that is expected.
 */
import { z } from 'zod';
import { explained, jobId, jobRef, objectType } from '../description.ts';
import { barcode, opaqueId, text, timestamp } from '../primitives.ts';

const verdictOf = (about: string) =>
  explained(z.enum(['accepted', 'rejected']), about, {
    accepted: 'fit for testing.',
    rejected: 'not fit for testing; see `reason`.',
  });
const verdict = verdictOf('Verdict of the laboratory.');

export const rejectionReasons = [
  'leaking',
  'broken',
  'temperature',
  'wrong_container',
  'illegible_label',
  'too_late',
  'missing',
  'not_expected',
  'other',
] as const;
export type RejectionReason = (typeof rejectionReasons)[number];
const reasonOf = (about: string) =>
  explained(z.enum(rejectionReasons), about, {
    leaking: 'the container leaks.',
    broken: 'the container is broken.',
    temperature: 'too warm or too cold.',
    wrong_container: 'in a container that does not suit the test.',
    illegible_label: 'the label cannot be read, or contradicts the request.',
    too_late: 'too old for the test.',
    missing: 'it did not arrive.',
    not_expected: 'it arrived, but no manifest lists it.',
    other: 'see the note.',
  });
const rejection = reasonOf('Why it was rejected; null unless rejected.').nullable();

const noteText =
  'Note of the laboratory, up to 200 characters, without patient data. Not included in events.';

const received = z
  .object({
    barcode,
    verdict,
    reason: reasonOf(
      'Why it is rejected; required for a rejection, otherwise not allowed.',
    ).optional(),
    note: text(200).optional().describe(noteText),
  })
  .refine((each) => (each.verdict === 'rejected') === (each.reason !== undefined), {
    path: ['reason'],
    error: 'needed for a rejected specimen, and for no other',
  });
export type ReceivedSpecimen = z.output<typeof received>;

export const receptionRequest = z.object({
  id: opaqueId.describe('Id or reference of the delivered job.'),
  specimens: z.array(received).min(1).max(200).describe('Specimens with verdicts, 1 to 200.'),
});

/** Verdict on a specimen; also shown on its manifest. */
export const receptionOutcome = {
  verdict: verdictOf('Verdict of the laboratory; null until then.').nullable(),
  reason: rejection,
};
const receptionLine = z
  .object({
    barcode,
    expected: z.boolean().describe('Whether a manifest lists it.'),
    ...receptionOutcome,
    note: z.string().nullable().describe('Note of the laboratory; null if there is none.'),
    received_at: timestamp.nullable().describe('When it was recorded, UTC; null until then.'),
    received_by: z
      .string()
      .nullable()
      .describe('Who recorded it: id of a user, client or key; null until then.'),
  })
  .describe('A specimen at the reception.');
export const reception = z
  .object({
    object: objectType('reception'),
    job_id: jobId,
    ref: jobRef,
    accepted: z.int().min(0).describe('Number of accepted specimens.'),
    rejected: z.int().min(0).describe('Number of rejected specimens.'),
    outstanding: z.int().min(0).describe('Number of expected specimens without a verdict.'),
    specimens: z
      .array(receptionLine)
      .describe('Expected specimens, and others that arrived, ordered by barcode.'),
  })
  .describe("A laboratory's verdicts on the specimens of a job.");
export type Reception = z.infer<typeof reception>;

/** For events: verdicts of one request, without notes. */
export const receivedSpecimens = z.object({
  job_id: jobId,
  ref: jobRef,
  received_at: timestamp.describe('When the verdicts were recorded, UTC.'),
  specimens: z
    .array(
      z.object({
        barcode,
        verdict,
        reason: rejection,
      }),
    )
    .describe('Verdicts by specimen, ordered by barcode; up to 200.'),
});

/** Maximum specimens named in the event of a completed reception; its counts cover all. */
export const completedSpecimensMax = 1_000;

/** For custody: all verdicts on the specimens of one job, without notes. */
export const completedReception = z.object({
  job_id: z.string(),
  received_at: timestamp,
  /** Id of the user, client or key that completed it. */
  received_by: z.string(),
  accepted: z.int().min(0),
  rejected: z.int().min(0),
  /** Rejected ones first, ordered by barcode. */
  specimens: z.array(z.object({ barcode, verdict, reason: rejection })).max(completedSpecimensMax),
});
export type CompletedReception = z.infer<typeof completedReception>;
