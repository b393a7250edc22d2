/** Client of tlog-witness: asks for a cosignature and for the last checkpoint, within a deadline. */
import { createHash } from 'node:crypto';
import { checkCosignature } from '@svc/proof/log/cosignature';
import { formatSignature, isSignatureOf, parseNote, parseSignatures } from '@svc/proof/log/note';
import { formatSubmission, type Submission } from '@svc/proof/log/submission';
import type { ConfiguredWitness } from './witness-keys.ts';

export type WitnessAnswer =
  | { kind: 'cosigned'; line: string }
  /** Conflict (409): the witness cosigned a checkpoint of this size last, and not of `oldSize`. */
  | { kind: 'other-size'; size: number }
  /** `inconsistent`: the checkpoint is not proved to extend the last one that it cosigned. */
  | { kind: 'inconsistent' | 'refused' | 'away'; fault: string };

const answerLengthMax = 65_536;

export async function requestCosignature(
  witness: ConfiguredWitness,
  submission: Submission,
  timeoutMs: number,
): Promise<WitnessAnswer> {
  try {
    const response = await fetch(`${witness.url}/add-checkpoint`, {
      method: 'POST',
      body: formatSubmission(submission),
      redirect: 'error',
      signal: AbortSignal.timeout(timeoutMs),
    });
    const body = await readBounded(response);
    if (response.status === 200) return await cosignatureIn(body, witness, submission.checkpoint);
    if (response.status === 409 && /^(0|[1-9]\d{0,15})\n$/.test(body)) {
      return { kind: 'other-size', size: Number(body) };
    }
    return { kind: kindOf(response.status), fault: `status ${response.status}` };
  } catch (error) {
    return { kind: 'away', fault: error instanceof Error ? error.message : 'no answer' };
  }
}

function kindOf(status: number): 'inconsistent' | 'refused' | 'away' {
  if (status === 422) return 'inconsistent';
  return status >= 500 || status === 429 ? 'away' : 'refused';
}

/**
 * Reads the last checkpoint from the witness's monitoring prefix, here equal to its submission
 * prefix; undefined if it does not respond.
 */
export async function fetchLastCheckpoint(
  { url }: ConfiguredWitness,
  origin: string,
  timeoutMs: number,
): Promise<string | undefined> {
  const hash = createHash('sha256').update(origin).digest('hex');
  try {
    const response = await fetch(`${url}/${hash}/checkpoint`, {
      redirect: 'error',
      signal: AbortSignal.timeout(timeoutMs),
    });
    const body = await readBounded(response);
    return response.status === 200 ? body : undefined;
  } catch {
    return undefined;
  }
}

async function readBounded({ body }: Response): Promise<string> {
  const parts: Uint8Array[] = [];
  let length = 0;
  for await (const part of body ?? []) {
    parts.push(part);
    length += part.length;
    if (length > answerLengthMax) throw new Error('its answer is too long');
  }
  return Buffer.concat(parts).toString('utf8');
}

/** Lines of other keys are ignored, as tlog-witness demands. */
async function cosignatureIn(
  body: string,
  { key }: ConfiguredWitness,
  checkpoint: string,
): Promise<WitnessAnswer> {
  const signatures = parseSignatures(body.trimEnd().split('\n')).filter((each) =>
    isSignatureOf(key, each),
  );
  const { text } = parseNote(checkpoint);
  const { status } = await checkCosignature(key, { text, signatures });
  const [own] = signatures;
  if (status !== 'ok' || !own) return { kind: 'refused', fault: 'its cosignature does not verify' };
  return { kind: 'cosigned', line: formatSignature(own) };
}
