/**
 * Reception: what a laboratory accepts or rejects of the specimens that a job brought.
 *
 * Terms
 * - **verdict**: accepted, or rejected for a reason; once per specimen, and final.
 * - **expected**: on a manifest of the job, or of the run that it belongs to.
 * - **completed**: something was said of every specimen that is expected.
 */
import { z } from 'zod';
import { explained, jobId, jobRef } from '../description.ts';
import { barcode, opaqueId, text, timestamp } from '../primitives.ts';

const verdictOf = (about: string) =>
  explained(z.enum(['accepted', 'rejected']), about, {
    accepted: 'it can be worked with.',
    rejected: 'it cannot; `reason` tells why.',
  });
const verdict = verdictOf('What the laboratory says of it.');

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
    leaking: 'its container leaks.',
    broken: 'its container is broken.',
    temperature: 'it is too warm or too cold.',
    wrong_container: 'it is in another container than the test needs.',
    illegible_label: 'its label cannot be read, or contradicts the request.',
    too_late: 'it is too old for the test.',
    missing: 'it did not arrive.',
    not_expected: 'it arrived, and no manifest lists it.',
    other: 'the note says.',
  });
const rejection = reasonOf('Why it was rejected; null unless it was.').nullable();

const noteText =
  'Remark of the laboratory, up to 200 characters, without patient data. Read here alone: it is in no event.';

const received = z
  .object({
    barcode,
    verdict,
    reason: reasonOf('Why it is rejected; needed then, and only then.').optional(),
    note: text(200).optional().describe(noteText),
  })
  .refine((each) => (each.verdict === 'rejected') === (each.reason !== undefined), {
    path: ['reason'],
    error: 'needed for a rejected specimen, and for no other',
  });
export type ReceivedSpecimen = z.output<typeof received>;

export const receptionRequest = z.object({
  id: opaqueId.describe('Id or reference of the delivered job.'),
  specimens: z
    .array(received)
    .min(1)
    .max(200)
    .describe('Specimens as they are looked at, 1 to 200 at once.'),
});

/** Of a specimen; also shown on its manifest. */
export const receptionOutcome = {
  verdict: verdictOf('What the laboratory said; null until then.').nullable(),
  reason: rejection,
};
const receptionLine = z
  .object({
    barcode,
    expected: z.boolean().describe('Whether a manifest lists it.'),
    ...receptionOutcome,
    note: z.string().nullable().describe('Remark of the laboratory; null without one.'),
    received_at: timestamp.nullable().describe('When it was said, UTC; null until then.'),
    received_by: z
      .string()
      .nullable()
      .describe('Who said it: id of a user, client or key; null until then.'),
  })
  .describe('A specimen at the reception.');
export const reception = z
  .object({
    object: z.literal('reception').describe('Names the resource: a reception.'),
    job_id: jobId,
    ref: jobRef,
    accepted: z.int().min(0).describe('How many specimens were accepted.'),
    rejected: z.int().min(0).describe('How many were rejected.'),
    outstanding: z
      .int()
      .min(0)
      .describe('How many are expected, and nothing was said of them yet.'),
    specimens: z
      .array(receptionLine)
      .describe('Those that are expected and those that came besides, in the order of barcodes.'),
  })
  .describe('What a laboratory accepted and rejected of what a job brought.');
export type Reception = z.infer<typeof reception>;

/** For events: of one request, without notes. */
export const receivedSpecimens = z.object({
  job_id: jobId,
  ref: jobRef,
  received_at: timestamp.describe('When the laboratory said so, UTC.'),
  specimens: z
    .array(
      z.object({
        barcode,
        verdict,
        reason: rejection,
      }),
    )
    .describe('What was said of which specimen, in the order of barcodes; up to 200.'),
});

/** The most specimens that the event of a completed reception names; its counts are of all. */
export const completedSpecimensMax = 1_000;

/** For custody: all that was said of the specimens of one job, without notes. */
export const completedReception = z.object({
  job_id: z.string(),
  received_at: timestamp,
  /** Id of the user, client or key that completed it. */
  received_by: z.string(),
  accepted: z.int().min(0),
  rejected: z.int().min(0),
  /** Rejected ones first, in the order of barcodes. */
  specimens: z.array(z.object({ barcode, verdict, reason: rejection })).max(completedSpecimensMax),
});
export type CompletedReception = z.infer<typeof completedReception>;
