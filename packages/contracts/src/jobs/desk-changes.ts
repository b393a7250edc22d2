/** Changes of any tenant's job by the carrier's desk, before collection. */
import { z } from 'zod';
import { command } from '../define.ts';
import { costCentre, exampleSubject, opaqueId } from '../primitives.ts';
import { cancellationReason, decidedBy, decisionReason, seenVersion } from './decision.ts';
import { instructionChanges } from './instructions.ts';
import { ownReference } from './requests.ts';
import { cancelledDeskJob, movedJob } from './resource.ts';

const decision = { id: opaqueId, version: seenVersion.optional(), by: decidedBy };
const idIssues = { 'id.invalid_format': 'job_not_found' } as const;
const uncollected = [
  'job_not_found',
  'job_changed',
  'already_cancelled',
  'already_delivered',
  'in_custody',
] as const;

export const deskChangeActions = {
  /** Excludes the price, which only the tenant can change. */
  updateForDesk: command({
    input: z.object({
      ...decision,
      reason: decisionReason,
      cost_centre: costCentre.optional(),
      reference: ownReference.optional(),
      ...instructionChanges,
    }),
    output: movedJob,
    refusals: uncollected,
    issues: idIssues,
    example: { id: exampleSubject.job_id, version: 1, note: 'Ring at gate 3.' },
  }),
  cancelForDesk: command({
    input: z.object({
      ...decision,
      reason: cancellationReason.describe(
        'Reason for the cancellation, shown to the tenant and on the invoice; at most 500 characters.',
      ),
    }),
    output: cancelledDeskJob,
    refusals: [...uncollected, 'reason_required'],
    issues: {
      ...idIssues,
      'reason.invalid_type': 'reason_required',
      'reason.too_small': 'reason_required',
    },
    example: { id: exampleSubject.job_id, version: 1, reason: 'Asked for by telephone' },
  }),
};
