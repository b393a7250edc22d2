/**
 * Decisions of tlog-witness: cosigns a checkpoint that extends the last one it cosigned, and no other.
 *
 * - Submissions are decided one after the other: the comparison with the last checkpoint and its
 *   replacement are one step.
 * - **Fork**: the log signed two roots for one size. Logged as an error; both signed notes are evidence.
 * - **Not shown to extend**: a smaller tree of which nothing is known here, or a larger one with a proof
 *   that does not verify. Requests are not authenticated, so a stranger can send an old public checkpoint
 *   or a true one with a made-up proof: logged as a warning, and kept apart from forks with its proof.
 * - An older checkpoint that was cosigned here is no news: 409, and nothing is reported.
 */
import { FormatError, toBase64, toHex } from '@svc/tlog/bytes';
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
  /** Reports a fork as an error, and what is not shown to extend the last checkpoint as a warning. */
  alarm: (report: WitnessReport, message: string) => void;
}

export interface WitnessReport {
  level: 'error' | 'warn';
  fault: 'fork' | 'not shown to extend';
  origin: string;
  size: number;
  root: string;
  seen_size: number;
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
  const isFork = isOtherRoot(checkpoint, rootOf(checkpoint.size, seen, options));
  if (isFork) await report(options, { fault: 'fork', seen, ...read });
  if (submission.oldSize > checkpoint.size) {
    return refusal(400, 'The old size is above that of the checkpoint.');
  }
  const isDoubtful = !isFork && isUnproved(read, seen, options);
  if (isDoubtful) await report(options, { fault: 'not shown to extend', seen, ...read });
  if (submission.oldSize !== seen.size) return { status: 409, body: `${seen.size}\n` };
  if (isFork || isDoubtful) {
    return refusal(422, 'The checkpoint is not proved to extend the last one that was cosigned.');
  }
  return accept(signed, options);
}

/** Root of a size as far as it was cosigned here. */
const rootOf = (size: number, seen: TreeHead, { state }: WitnessOptions): string | undefined =>
  size === seen.size ? toHex(seen.root) : state.cosignedRoot(size);

const isOtherRoot = ({ root }: TreeHead, known: string | undefined): boolean =>
  known !== undefined && known !== toHex(root);

/** A smaller tree is judged at once, a larger one where its proof is from the last one. */
function isUnproved(
  { submission, signed: { checkpoint } }: Submitted,
  seen: TreeHead,
  options: WitnessOptions,
): boolean {
  if (checkpoint.size < seen.size) return rootOf(checkpoint.size, seen, options) === undefined;
  if (submission.oldSize !== seen.size) return false;
  return !verifyConsistency(seen, checkpoint, submission.hashes) || isFalseEmpty(checkpoint);
}

async function accept(
  { note, checkpoint }: SignedCheckpoint,
  options: WitnessOptions,
): Promise<WitnessResponse> {
  const { signer, state, now, log } = options;
  const line = await cosign(note.text, signer, Math.floor(now().getTime() / 1_000));
  const own = note.signatures.filter(({ name, id }) => name === log.name && id === log.id);
  await state.saveCheckpoint(formatNote({ text: note.text, signatures: [...own, line] }));
  await state.saveCosignedRoot(checkpoint.size, toHex(checkpoint.root));
  return { status: 200, body: formatSignature(line) };
}

interface Submitted {
  submission: Submission;
  signed: SignedCheckpoint;
}

function readSubmission(body: string): Submitted | { fault: string } {
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

/** Raises the alarm and stores the evidence: both notes, and the consistency proof of the request. */
async function report(
  { alarm, state }: WitnessOptions,
  {
    fault,
    seen,
    submission,
    signed,
  }: Submitted & Pick<WitnessReport, 'fault'> & { seen: TreeHead },
): Promise<void> {
  const { origin, size, root } = signed.checkpoint;
  const hash = toHex(root);
  const level = fault === 'fork' ? 'error' : 'warn';
  const message = fault === 'fork' ? 'the log contradicts itself' : 'checkpoint not cosigned';
  alarm({ level, fault, origin, size, root: hash, seen_size: seen.size }, message);
  await state.saveEvidence(fault === 'fork' ? 'evidence' : 'unproved', {
    name: `${size}-${hash.slice(0, 16)}`,
    note: formatNote(signed.note),
    seen: await state.readCheckpoint(),
    proof: submission.hashes.map((each) => `${toBase64(each)}\n`).join(''),
  });
}

const refusal = (status: WitnessResponse['status'], body: string): WitnessResponse => ({
  status,
  body: `${body}\n`,
});
