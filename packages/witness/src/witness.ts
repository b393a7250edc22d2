/**
 * Decisions of tlog-witness: cosigns a checkpoint that extends the last one it cosigned, and no other.
 *
 * - Submissions are decided one after the other: the comparison with the last checkpoint and its
 *   replacement are one step.
 * - **Rollback**: the log signed fewer entries than before. **Fork**: it signed two roots for one size,
 *   or a larger tree that does not contain the smaller one. Both are logged as errors, and the signed
 *   note is kept as evidence.
 */
import { FormatError, toHex } from '@svc/tlog/bytes';
import { openCheckpoint, parseSignedCheckpoint, type SignedCheckpoint } from '@svc/tlog/checkpoint';
import { cosign } from '@svc/tlog/cosignature';
import { emptyRoot } from '@svc/tlog/merkle';
import { checkSignatureOf, formatNote, formatSignature } from '@svc/tlog/note';
import type { NoteKey, NoteSigner } from '@svc/tlog/note-key';
import { type TreeHead, verifyConsistency } from '@svc/tlog/proof';
import { parseSubmission, type Submission } from '@svc/tlog/submission';
import type { WitnessState } from './state.ts';

export interface WitnessOptions {
  log: NoteKey;
  signer: NoteSigner;
  state: WitnessState;
  now: () => Date;
  /** Reports a log that contradicts itself. */
  alarm: (fields: Readonly<Record<string, unknown>>, message: string) => void;
}

export interface WitnessResponse {
  status: 200 | 400 | 403 | 404 | 409 | 422;
  body: string;
}

export interface Witness {
  /** Body of `add-checkpoint` in, status and body out. */
  addCheckpoint: (body: string) => Promise<WitnessResponse>;
  /** The last checkpoint that was cosigned, with its cosignature. */
  latest: () => Promise<string | undefined>;
}

export function createWitness(options: WitnessOptions): Witness {
  let last: Promise<unknown> = Promise.resolve();
  return {
    addCheckpoint: (body) => {
      const answer = last.then(() => answerTo(body, options));
      last = answer.catch(() => undefined);
      return answer;
    },
    latest: () => options.state.readCheckpoint(),
  };
}

async function answerTo(body: string, options: WitnessOptions): Promise<WitnessResponse> {
  const read = readSubmission(body);
  if ('fault' in read) return refusal(400, read.fault);
  const { submission, signed } = read;
  const { checkpoint, note } = signed;
  if (checkpoint.origin !== options.log.name) return refusal(404, 'This log is not known here.');
  if ((await checkSignatureOf(options.log, note)) !== 'ok') {
    return refusal(403, 'The checkpoint is not signed by its log.');
  }
  const seen = await lastHead(options);
  const fault = contradiction(seen, checkpoint);
  if (fault) await raise(options, { fault, seen, signed });
  if (submission.oldSize > checkpoint.size) {
    return refusal(400, 'The old size is above that of the checkpoint.');
  }
  if (submission.oldSize !== seen.size) return { status: 409, body: `${seen.size}\n` };
  if (!verifyConsistency(seen, checkpoint, submission.hashes) || isFalseEmpty(checkpoint)) {
    if (!fault) await raise(options, { fault: 'not consistent', seen, signed });
    return refusal(422, 'The checkpoint is not proved to extend the last one that was cosigned.');
  }
  return accept(signed, options);
}

async function accept(
  { note }: SignedCheckpoint,
  options: WitnessOptions,
): Promise<WitnessResponse> {
  const { signer, state, now, log } = options;
  const line = await cosign(note.text, signer, Math.floor(now().getTime() / 1_000));
  const own = note.signatures.filter(({ name, id }) => name === log.name && id === log.id);
  await state.saveCheckpoint(formatNote({ text: note.text, signatures: [...own, line] }));
  return { status: 200, body: formatSignature(line) };
}

function readSubmission(
  body: string,
): { submission: Submission; signed: SignedCheckpoint } | { fault: string } {
  try {
    const submission = parseSubmission(body);
    return { submission, signed: parseSignedCheckpoint(submission.checkpoint) };
  } catch (error) {
    if (error instanceof FormatError)
      return { fault: `The request cannot be read: ${error.message}.` };
    throw error;
  }
}

async function lastHead({ state, log }: WitnessOptions): Promise<TreeHead> {
  const text = await state.readCheckpoint();
  return text === undefined
    ? { size: 0, root: emptyRoot }
    : (await openCheckpoint(text, log)).checkpoint;
}

const isFalseEmpty = ({ size, root }: TreeHead): boolean =>
  size === 0 && toHex(root) !== toHex(emptyRoot);

/** What can be seen without a proof; undefined where nothing speaks against the checkpoint. */
function contradiction(seen: TreeHead, { size, root }: TreeHead): string | undefined {
  if (size < seen.size) return 'rollback';
  return size === seen.size && toHex(root) !== toHex(seen.root) ? 'fork' : undefined;
}

async function raise(
  { alarm, state }: WitnessOptions,
  { fault, seen, signed }: { fault: string; seen: TreeHead; signed: SignedCheckpoint },
): Promise<void> {
  const { origin, size, root } = signed.checkpoint;
  const hash = toHex(root);
  alarm({ fault, origin, size, root: hash, seen_size: seen.size }, 'the log contradicts itself');
  await state.saveEvidence(`${size}-${hash.slice(0, 16)}`, formatNote(signed.note));
}

const refusal = (status: WitnessResponse['status'], body: string): WitnessResponse => ({
  status,
  body: `${body}\n`,
});
