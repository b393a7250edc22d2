/**
 * Actions that a courier's device signed (docs/architecture/custody.md). The gateway has checked
 * who signed the request; here it is checked that this action of this job was signed.
 */
import type { SignedAction } from '@svc/contracts';
import { Refusal } from '@svc/kit/refusal';
import type { JobRecord } from './job.ts';
import type { JobCommand, JobCommandContext, TransitionResult } from './job-command.ts';
import { evidenceOf } from './proof.ts';

/** A handed-in signature must be about this very milestone. */
export function requireSigned(
  job: JobRecord,
  command: JobCommand,
  { device, at }: Pick<JobCommandContext, 'device' | 'at'>,
): void {
  if (!device) return;
  requireSignedTime(device, at);
  const seal = ('seal' in command ? command.seal : null) ?? null;
  requireSignedAction(job, device, {
    action: signedName(command),
    seal,
    files: digestsOf(command),
  });
}

/** A transfer is a scan by each of the two: verifiers of before know that. */
const signedName = ({ type }: JobCommand) => (type === 'transfer' ? 'scan' : type);

export function requireSignedTime({ at: signed }: SignedAction, at: Date | undefined): void {
  if (at === undefined || Date.parse(signed) !== at.getTime()) {
    throw badSignature('`at` is not the one of the body');
  }
}

/** Throws unless these are the claims. */
export function requireSignedAction(
  job: JobRecord,
  device: SignedAction,
  expected: Pick<SignedAction, 'action' | 'seal' | 'files'>,
): void {
  if (device.job_id !== job.id) throw badSignature('`job_id` is not the id of this job');
  if (device.action !== expected.action) throw badSignature('`action` is not this one');
  if (device.seal !== expected.seal) throw badSignature('`seal` is not the one of the body');
  if (device.files.join() !== expected.files.join()) {
    throw badSignature('`files` are not the digests of the files that the body names');
  }
}

export const badSignature = (fault: string): Refusal =>
  new Refusal('invalid_device_signature', `The signature of the device is refused: ${fault}.`);

function digestsOf(command: JobCommand): string[] {
  if (command.type !== 'deliver') return [];
  const { signature_sha256, photo_sha256 } = evidenceOf(command);
  return [signature_sha256, photo_sha256]
    .filter((digest) => digest !== undefined)
    .map((digest) => `sha256:${digest}`);
}

/**
 * The signature goes to the first event of the chain that the action makes: a scan that finds
 * another seal makes two, and the second follows from the first.
 */
export function withSignature(
  result: TransitionResult,
  {
    device,
    device_signature_sha256,
  }: Pick<JobCommandContext, 'device' | 'device_signature_sha256'>,
): TransitionResult {
  if (!device) return result;
  const signed = result.events.findIndex(({ custody }) => custody !== null);
  const events = result.events.map((event, index) =>
    index === signed && event.custody
      ? { ...event, custody: { ...event.custody, details: detailsWith(event.custody, device) } }
      : event,
  );
  return {
    ...result,
    events,
    device_jti: device.jti,
    ...(device_signature_sha256 !== undefined && { device_signature_sha256 }),
  };
}

const detailsWith = (
  { details }: { details: Record<string, string | number | boolean> | null },
  { device_id, device_key, device_at, signature }: SignedAction,
) => ({ ...details, device_id, device_key, device_at, device_signature: signature });
