import { breakSeal, isBroken } from './broken-seal.ts';
import { custodyFact } from './custody-fact.ts';
import { requireUnlocked, wrongCode } from './handover-code.ts';
import type { Happened, Outcome, Told } from './happening.ts';
import type { Job } from './job.ts';
import { evidenceOf, requireProof } from './proof.ts';
import { milestone } from './timeline.ts';

/** Parcels are handed over with their seal unbroken, and with the proof that the job requires. */
export function deliver(job: Job, handOver: Happened<'deliver'>, told: Told): Outcome {
  const { seal, code } = handOver;
  if (isBroken(job, seal)) return breakSeal(job, { seal, location: job.dropoff.name }, told);
  const evidence = evidenceOf(handOver);
  requireProof(job, handOver);
  if (code !== 'missing') requireUnlocked(job, told.now);
  if (code === 'wrong') return wrongCode(job, told.now);
  const { recipient, id_check } = handOver;
  const otp_verified = code === 'right';
  const { signature_file_id = null, photo_file_id = null } = handOver;
  return {
    job: {
      ...job,
      status: 'delivered',
      delivered_at: told.at,
      said_eta_minutes: null,
      said_eta_at: null,
    },
    milestones: [milestone(told.at, 'delivered', { note: 'Delivered', seal })],
    events: [
      {
        type: 'delivery.completed',
        data: { recipient, otp_verified, delivered_at: told.at.toISOString() },
        custody: custodyFact('delivered', unnamed(told, recipient), {
          seal,
          details: { otp_verified, id_check, ...evidence },
        }),
        proof: { recipient, otp_verified, id_check, signature_file_id, photo_file_id },
      },
    ],
  };
}

/** A note that names the recipient stays out of the chain, which nobody can erase. */
const unnamed = (told: Told, recipient: string): Told =>
  told.note?.toLowerCase().includes(recipient.trim().toLowerCase())
    ? { ...told, note: null }
    : told;
