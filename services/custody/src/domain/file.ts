/** Photos and signatures of a hand-over. */
import type { storedFile } from '@svc/contracts';
import { checkImage } from '@svc/kit/image-type';
import { Refusal } from '@svc/kit/refusal';
import type { z } from 'zod';

type StoredFile = z.infer<typeof storedFile>;

export interface ProofFileRecord {
  id: string;
  job_id: string;
  kind: StoredFile['kind'];
  media_type: string;
  storage_key: string;
  /** Hex. */
  sha256: string;
  size: number;
  created_at: Date;
}

const sizeMax = 5 * 1024 * 1024;

/** A photo or signature is at most 5 MiB, and its magic bytes match its media type. */
export function checkProofImage(bytes: Uint8Array, mediaType: string): void {
  if (bytes.length > sizeMax) {
    throw new Refusal('payload_too_large', 'An image may have 5 MiB at most.');
  }
  checkImage(bytes, mediaType);
}

/** Content-addressed: the same bytes have the same key, so that a repeated upload is idempotent. */
export const storageKey = (tenant: string, jobId: string, sha256: string): string =>
  `proof/${tenant}/${jobId}/${sha256}`;

/** A courier may file only for jobs of its driver; any other job is reported as not found. */
export function checkCourier(job: { driver_id: string | null }, courierId?: string): void {
  if (courierId !== undefined && courierId !== job.driver_id) {
    throw new Refusal('job_not_found', 'No job with this id or reference.');
  }
}

export const toStoredFile = ({ id, kind, sha256, size }: ProofFileRecord): StoredFile => ({
  object: 'file',
  id,
  kind,
  sha256,
  size,
});
