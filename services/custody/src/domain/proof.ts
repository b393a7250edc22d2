/** Proof of delivery: recipient, checks and files of a hand-over. */
import type { proofFact, proofPart, Status } from '@svc/contracts';
import { Refusal } from '@svc/kit/refusal';
import type { z } from 'zod';

type ProofFact = z.infer<typeof proofFact>;
export type ProofPart = z.infer<typeof proofPart>;

export interface ProofRecord extends ProofFact {
  job_id: string;
  ref: string;
  /** Opens the chain's commitment to the recipient's name. */
  salt: string;
  delivered_at: Date;
}

export interface ProofLinks {
  signature_url: string | null;
  photo_url: string | null;
}

/** Proof exists from delivery on; before that it is pending. */
export function requireProof(proof: ProofRecord | undefined): ProofRecord {
  if (!proof) throw pendingProof();
  return proof;
}

/**
 * The id of a job without a proof whose notes and files may be erased: it is cancelled or failed.
 * Any other job may still get a proof.
 */
export function endedWithoutProof({ id, status }: { id: string; status: Status }): string {
  if (status !== 'cancelled' && status !== 'exception') throw pendingProof();
  return id;
}

const pendingProof = (): Refusal =>
  new Refusal('pod_pending', 'The proof of delivery is not filed yet.');

/** File of the opened part of a proof; null for the document itself, which has no file. */
export function fileIdOf(
  { signature_file_id, photo_file_id }: ProofRecord,
  part: ProofPart,
): string | null {
  if (part === 'document') return null;
  return part === 'signature' ? signature_file_id : photo_file_id;
}

/** The public resource, without the salt. */
export const toPod = (proof: ProofRecord, files: ProofLinks) => ({
  job_id: proof.job_id,
  recipient: proof.recipient,
  otp_verified: proof.otp_verified,
  id_check: proof.id_check,
  ...files,
  delivered_at: proof.delivered_at.toISOString(),
});

/** Public resource of an opened part, without the link to the other image. */
export const toOpenedProof = (
  proof: ProofRecord,
  { part, links }: { part: ProofPart; links: ProofLinks },
) => {
  const { signature_url, photo_url, ...facts } = toPod(proof, links);
  const urls = { document: null, signature: signature_url, photo: photo_url };
  return { object: 'opened_proof' as const, ...facts, part, url: urls[part] };
};
