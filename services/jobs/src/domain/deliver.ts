import { breakSeal, isBroken } from './broken-seal.ts';
import { custodyFactOf } from './custody-fact.ts';
import { requireUnlocked, wrongCode } from './handover-code.ts';
import type { JobRecord } from './job.ts';
import { milestone } from './job.ts';
import type { JobCommandOf, MilestoneContext, TransitionResult } from './job-command.ts';
import { evidenceOf, requireProof } from './proof.ts';

/** Hand-over: requires the job's seal and its required proof. */
export function deliver(
  job: JobRecord,
  handOver: JobCommandOf<'deliver'>,
  context: MilestoneContext,
): TransitionResult {
  const { seal, code } = handOver;
  if (isBroken(job, seal)) return breakSeal(job, { seal, location: job.dropoff.name }, context);
  const evidence = evidenceOf(handOver);
  requireProof(job, handOver);
  if (code !== 'missing') requireUnlocked(job, context.now);
  if (code === 'wrong') return wrongCode(job, context.now);
  const { recipient, id_check } = handOver;
  const otp_verified = code === 'right';
  const { signature_file_id = null, photo_file_id = null } = handOver;
  return {
    job: {
      ...job,
      status: 'delivered',
      delivered_at: context.at,
      announced_eta_minutes: null,
      announced_eta_at: null,
    },
    milestones: [milestone(context.at, 'delivered', { note: 'Delivered', seal })],
    events: [
      {
        type: 'delivery.completed',
        data: { recipient, otp_verified, delivered_at: context.at.toISOString() },
        custody: custodyFactOf('delivered', context, {
          seal,
          details: { otp_verified, id_check, ...evidence },
        }),
        proof: { recipient, otp_verified, id_check, signature_file_id, photo_file_id },
      },
    ],
  };
}
