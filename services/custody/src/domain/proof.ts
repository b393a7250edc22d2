/** Proof of delivery: what a hand-over left behind. */
import type { proofFact } from '@svc/contracts';
import { Refusal } from '@svc/kit/refusal';
import type { z } from 'zod';

type ProofFact = z.infer<typeof proofFact>;

export interface Proof extends ProofFact {
  job_id: string;
  ref: string;
  /** With it the recipient's name can be shown to be the one the chain has committed to. */
  salt: string;
  delivered_at: Date;
}

export interface Files {
  signature_url: string | null;
  photo_url: string | null;
}

/** Proof exists from delivery on; before that it is pending. */
export function filedProof(proof: Proof | undefined): Proof {
  if (!proof) throw new Refusal('pod_pending', 'The proof of delivery is not filed yet.');
  return proof;
}

/** A proof as its owner sees it: the salt stays here. */
export const toPod = (proof: Proof, files: Files) => ({
  job_id: proof.job_id,
  recipient: proof.recipient,
  otp_verified: proof.otp_verified,
  id_check: proof.id_check,
  ...files,
  delivered_at: proof.delivered_at.toISOString(),
});
