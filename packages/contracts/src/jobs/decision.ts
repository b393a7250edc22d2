/** Fields of a decision about a job: the version it is based on, its author and its reason. */
import { z } from 'zod';
import { requiredLine, requiredText } from '../primitives.ts';

export const jobVersion = z
  .int()
  .min(1)
  .describe('Grows with every change of the job. A command that names another is refused.');

/** Optimistic concurrency: of two who decide on one job, the second is refused. */
export const seenVersion = jobVersion.describe(
  'The `version` that the decision is based on: refused with `job_changed` if the job has another.',
);
export const decidedBy = requiredLine(120)
  .optional()
  .describe("Who decides, for the others at the desk: a name. Without it, the credential's id.");
export const decisionReason = requiredText(500)
  .optional()
  .describe('Why the desk does it, for the audit log; at most 500 characters. Names nobody.');
export const cancellationReason = requiredText(500)
  .trim()
  .describe(
    'Why it is cancelled: shown to the control desk and on the invoice, at most 500 characters.',
  );
