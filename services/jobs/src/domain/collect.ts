/** Collection and failed pickup. */
import { breakSeal, isBroken } from './broken-seal.ts';
import { custodyFactOf } from './custody-fact.ts';
import { requireUnlocked, wrongCode } from './handover-code.ts';
import type { JobRecord } from './job.ts';
import { milestone } from './job.ts';
import type { JobCommandOf, MilestoneContext, TransitionResult } from './job-command.ts';
import { missingProof } from './proof.ts';

/** Collection records the seal. If the sender announced a seal, it must be that one. */
export function collect(
  job: JobRecord,
  command: JobCommandOf<'collect'>,
  context: MilestoneContext,
): TransitionResult {
  const { seal, parcels_scanned, box_temperature_c, barcodes, code = 'missing' } = command;
  const { pickup_otp = false } = job.requirements;
  if (isBroken(job, seal)) return breakSeal(job, { seal, location: job.pickup.name }, context);
  if (pickup_otp) {
    if (code === 'missing') throw missingProof(job, ['handover_code']);
    requireUnlocked(job, context.now);
    if (code === 'wrong') return wrongCode(job, context.now);
  }
  const temperature_dc = Math.round(box_temperature_c * 10);
  return {
    job: {
      ...job,
      status: 'collected',
      seal,
      collected_at: context.at,
      code_attempts: 0,
      announced_eta_minutes: null,
      announced_eta_at: null,
    },
    milestones: [milestone(context.at, 'collected', { note: 'Collected and sealed', seal })],
    events: [
      {
        type: 'pickup.completed',
        data: { parcels_scanned, seal, box_temperature_c },
        custody: custodyFactOf('collected', context, {
          seal,
          details: { parcels_scanned, temperature_dc, ...(pickup_otp && { otp_verified: true }) },
        }),
        barcodes,
      },
    ],
  };
}

/** A pickup that fails stops the job before custody begins. */
export const failPickup = (
  job: JobRecord,
  { reason }: JobCommandOf<'pickup_failed'>,
  { at }: MilestoneContext,
): TransitionResult => ({
  job: { ...job, status: 'exception', interrupted_status: job.status },
  milestones: [milestone(at, 'pickup_failed', { note: 'Pickup failed' })],
  events: [{ type: 'pickup.failed', data: { reason }, custody: null }],
});
