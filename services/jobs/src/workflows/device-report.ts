/** Reports of couriers' devices: their context, and whether they were recorded before. */
import type { MilestoneRequest, TransferReport } from '@svc/contracts';
import { byCarrier } from '@svc/contracts';
import { signatureDigest } from '../adapters/signature-digest.ts';
import type { JobsWriteContext } from '../define.ts';
import type { JobRecord } from '../domain/job.ts';
import type { JobCommandContext } from '../domain/job-command.ts';
import { badSignature } from '../domain/signed-action.ts';
import { findSignedMilestone } from '../store/jobs.ts';

type Report = Pick<
  MilestoneRequest | TransferReport,
  'courier_id' | 'device' | 'at' | 'position'
> & {
  note?: string;
  by?: string | undefined;
};

export function reportContext(
  { courier_id, device, at, note, position, by: named }: Report,
  { actor, now }: { actor: string; now: Date },
): JobCommandContext {
  const by = byCarrier(actor, courier_id);
  // A courier's own request names no person: the job's driver counts.
  const person = courier_id === undefined ? named : undefined;
  const reported = at === undefined ? undefined : new Date(at);
  const device_signature_sha256 = device && signatureDigest(device);
  const signed = { device, device_signature_sha256 };
  return { now, by, person, courier_id, ...signed, at: reported, note, position };
}

/**
 * A device retries a request until it gets a reply, also after the receipt of the request has
 * expired: its key and signature show that the milestone is recorded.
 */
export async function isRepeated(
  db: JobsWriteContext['db'],
  job: JobRecord,
  { device }: Pick<Report, 'device'>,
): Promise<boolean> {
  if (!device) return false;
  const signed = { job_id: job.id, device_jti: device.jti };
  const recorded = await findSignedMilestone(db, job.tenant_id, signed);
  if (!recorded) return false;
  if (recorded.device_signature_sha256 !== signatureDigest(device)) {
    throw badSignature('its `jti` belongs to an earlier milestone of the job');
  }
  return true;
}
