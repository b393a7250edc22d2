/** Fields of a decision on a job: the version it is based on, its author and its reason. */
import { z } from 'zod';
import { requiredLine, requiredText } from '../primitives.ts';

export const jobVersion = z
  .int()
  .min(1)
  .describe(
    'Version of the job, increased by every change. A command with another version is refused.',
  );

/** Optimistic concurrency: the second of two concurrent decisions is refused. */
export const seenVersion = jobVersion.describe(
  'The `version` of the job that you read. If the job has changed since, the request is refused with `job_changed`.',
);
export const decidedBy = requiredLine(120)
  .optional()
  .describe("Name of the person who decides, shown to the desk. Defaults to the credential's id.");
export const decisionReason = requiredText(500)
  .optional()
  .describe(
    'Reason for the change, for the audit log; at most 500 characters. Do not name people.',
  );
export const cancellationReason = requiredText(500)
  .trim()
  .describe(
    'Reason for the cancellation, shown to the control desk and on the invoice; at most 500 characters.',
  );
