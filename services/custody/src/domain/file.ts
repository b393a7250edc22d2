/** Photos and signatures of a hand-over. */
import type { storedFile } from '@svc/contracts';
import { Refusal } from '@svc/kit/refusal';
import type { z } from 'zod';

type StoredFile = z.infer<typeof storedFile>;

export interface ProofFile {
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

/** How files of each kind begin. Sources: PNG (W3C) 5.2, JPEG (ITU-T T.81) B.1.1.3 with its first marker. */
const beginnings: Record<string, readonly number[]> = {
  'image/png': [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a],
  'image/jpeg': [0xff, 0xd8, 0xff],
};

/** An image is at most 5 MiB, and begins as its media type says. */
export function checkImage(bytes: Uint8Array, mediaType: string): void {
  if (bytes.length > sizeMax) {
    throw new Refusal('payload_too_large', 'An image may have 5 MiB at most.');
  }
  const beginning = beginnings[mediaType];
  if (!beginning?.every((byte, index) => bytes[index] === byte)) {
    throw new Refusal('invalid_file', `The bytes are no ${mediaType}.`);
  }
}

/** Where an image of a job lies: the same bytes under the same key, however often they are sent. */
export const storageKey = (tenant: string, jobId: string, sha256: string): string =>
  `proof/${tenant}/${jobId}/${sha256}`;

/** A courier files for the jobs of its driver only; any other job is none. */
export function checkCourier(job: { driver_id: string | null }, courierId?: string): void {
  if (courierId !== undefined && courierId !== job.driver_id) {
    throw new Refusal('job_not_found', 'No job with this id or reference.');
  }
}

export const toStoredFile = ({ id, kind, sha256, size }: ProofFile): StoredFile => ({
  object: 'file',
  id,
  kind,
  sha256,
  size,
});
