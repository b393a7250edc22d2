import { isIdChecked } from '@svc/contracts';
import { Refusal } from '@svc/kit/refusal';
import type { JobRecord } from './job.ts';
import type { JobCommandOf, ProofFileDigest } from './job-command.ts';

type HandOver = JobCommandOf<'deliver'>;

/** Refuses a hand-over without the required proof; names every missing item. */
export function requireProof(job: JobRecord, handOver: HandOver): void {
  const { requirements } = job;
  const { otp, id_check, signature, photo } = requirements;
  const hasId = isIdChecked(handOver.id_check);
  const missing = [
    ...(otp && handOver.code === 'missing' ? ['handover_code'] : []),
    ...(id_check && !hasId ? ['id_check'] : []),
    ...(signature && !handOver.signature_file_id ? ['signature_file_id'] : []),
    ...(photo && !handOver.photo_file_id ? ['photo_file_id'] : []),
  ];
  if (missing.length > 0) throw missingProof(job, missing);
}

export const missingProof = ({ ref }: JobRecord, missing: readonly string[]): Refusal =>
  new Refusal('proof_required', `Job ${ref} requires ${missing.join(', ')}.`);

/** The digests of the named files; each must be of its kind and belong to the job. */
export function evidenceOf({ files, signature_file_id, photo_file_id }: HandOver) {
  const signature = fileOf(files, 'signature', signature_file_id);
  const photo = fileOf(files, 'photo', photo_file_id);
  return {
    ...(signature && { signature_sha256: signature.sha256 }),
    ...(photo && { photo_sha256: photo.sha256 }),
  };
}

function fileOf(
  files: readonly ProofFileDigest[],
  kind: ProofFileDigest['kind'],
  id: string | undefined,
) {
  if (id === undefined) return undefined;
  const file = files.find((each) => each.id === id && each.kind === kind);
  if (!file) throw new Refusal('unknown_file', `The job has no ${kind} with the id that was sent.`);
  return file;
}
