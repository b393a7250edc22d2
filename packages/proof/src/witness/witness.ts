/**
 * Decisions of tlog-witness: cosigns a checkpoint that extends the last one it cosigned, and no other.
 *
 * - A signature of the log is verified first, and a request without effect is served from memory: a
 *   stranger who sends public checkpoints delays no other request. What is cosigned or reported
 *   goes through one queue: the comparison with the last checkpoint and its replacement are one
 *   step.
 * - **Fork**: the log signed two roots for one size. Logged as an error; both signed notes are evidence.
 * - **Not shown to extend**: a smaller tree that is unknown here, or a larger one with a proof that
 *   does not verify. Requests are not authenticated, so a stranger can send an old public
 *   checkpoint or a true one with a made-up proof: logged as a warning, and kept apart from forks
 *   with its proof.
 * - An older checkpoint that was cosigned here gets 409, without a report.
 */
import { FormatError, toBase64, toHex } from '../log/bytes.ts';
import { parseSignedCheckpoint, type SignedCheckpoint } from '../log/checkpoint.ts';
import { cosign } from '../log/cosignature.ts';
import { emptyRoot } from '../log/merkle.ts';
import {
  checkSignatureOf,
  formatNote,
  formatSignature,
  isSignatureOf,
  type NoteSignature,
  parseNote,
} from '../log/note.ts';
import type { NoteKey, NoteSigner } from '../log/note-key.ts';
import { type TreeHead, verifyConsistency } from '../log/proof.ts';
import { parseSubmission, type Submission } from '../log/submission.ts';
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
  status: 200 | 400 | 403 | 404 | 409 | 422 | 429;
  body: string;
}

export interface Witness {
  /** Body of `add-checkpoint` in, status and body out. */
  addCheckpoint: (body: string) => Promise<WitnessResponse>;
  /** The last checkpoint that was cosigned, with its cosignature. */
  latest: () => Promise<string | undefined>;
}

/** Submissions in the queue; one takes the time of two writes to the disk. */
const waitingMax = 32;

/**
 * A repeated checkpoint gets the same cosignature for this long, s; later one with the current
 * time.
 */
const cosignatureLifeS = 60;

export function createWitness(options: WitnessOptions): Witness {
  let last: Promise<unknown> = Promise.resolve();
  let waiting = 0;
  return {
    addCheckpoint: async (body) => {
      const submitted = await readSubmission(body, options);
      if ('status' in submitted) return submitted;
      const { fault, response } = decide(submitted, options);
      if (!fault && response) return response;
      if (waiting >= waitingMax) return refusal(429, 'Too many submissions wait: send it again.');
      waiting += 1;
      const answer = last
        .then(() => apply(submitted, options))
        .finally(() => {
          waiting -= 1;
        });
      last = answer.catch(() => undefined);
      return answer;
    },
    latest: async () => options.state.readCheckpoint(),
  };
}

/** Decides again: what was before it in the queue may have changed the last checkpoint. */
async function apply(submitted: Submitted, options: WitnessOptions): Promise<WitnessResponse> {
  const { fault, response } = decide(submitted, options);
  if (fault) await report(submitted, fault, options);
  return response ?? accept(submitted.signed, options);
}

interface Decision {
  /** Fault to report: a fork, or a checkpoint not shown to extend, without evidence so far. */
  fault?: WitnessReport['fault'] | undefined;
  /** Absent where the checkpoint is to be cosigned. */
  response?: WitnessResponse;
}

function decide(submitted: Submitted, options: WitnessOptions): Decision {
  const { checkpoint } = submitted.signed;
  const { oldSize } = submitted.submission;
  const seen = lastHead(options);
  const isFork = isOtherRoot(checkpoint, rootOf(checkpoint.size, seen, options));
  const isAbove = oldSize > checkpoint.size;
  const isDoubtful = !isFork && !isAbove && isUnproved(submitted, seen, options);
  const found = isFork ? 'fork' : isDoubtful ? 'not shown to extend' : undefined;
  const isNews = found && !options.state.isKept(folderOf[found], evidenceName(checkpoint));
  const fault = isNews ? found : undefined;
  if (isAbove) {
    return { fault, response: refusal(400, 'The old size is above that of the checkpoint.') };
  }
  if (oldSize !== seen.size) return { fault, response: { status: 409, body: `${seen.size}\n` } };
  if (found) {
    const text = 'The checkpoint is not proved to extend the last one that was cosigned.';
    return { fault, response: refusal(422, text) };
  }
  const line = findCosignature(submitted.signed, options);
  return line === undefined ? {} : { response: { status: 200, body: line } };
}

/** Seconds since 1970, with which the bytes of a cosignature begin. */
const timeOf = ({ bytes }: NoteSignature): number =>
  Number(new DataView(bytes.buffer, bytes.byteOffset).getBigUint64(0));

/** The cosignature of the last checkpoint, if it is this one and was cosigned a moment ago. */
function findCosignature({ note }: SignedCheckpoint, { signer, state, now }: WitnessOptions) {
  const text = state.readCheckpoint();
  const last = text === undefined ? undefined : parseNote(text);
  if (last?.text !== note.text) return undefined;
  const line = last.signatures.find((each) => isSignatureOf(signer.key, each));
  const age = line && now().getTime() / 1_000 - timeOf(line);
  return line && Math.abs(age ?? 0) < cosignatureLifeS ? formatSignature(line) : undefined;
}

/** Root of a size as far as it was cosigned here. */
const rootOf = (size: number, seen: TreeHead, { state }: WitnessOptions): string | undefined =>
  size === seen.size ? toHex(seen.root) : state.cosignedRoot(size);

const isOtherRoot = ({ root }: TreeHead, known: string | undefined): boolean =>
  known !== undefined && known !== toHex(root);

/** A smaller tree is judged immediately, a larger one if its proof is from the last one. */
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

/** A submission whose checkpoint the log has signed, or how it is refused. */
async function readSubmission(
  body: string,
  { log }: WitnessOptions,
): Promise<Submitted | WitnessResponse> {
  try {
    const submission = parseSubmission(body);
    const signed = parseSignedCheckpoint(submission.checkpoint);
    if (signed.checkpoint.origin !== log.name) return refusal(404, 'This log is not known here.');
    return (await checkSignatureOf(log, signed.note)) === 'ok'
      ? { submission, signed }
      : refusal(403, 'The checkpoint is not signed by its log.');
  } catch (error) {
    if (!(error instanceof FormatError)) throw error;
    return refusal(400, `The request cannot be read: ${error.message}.`);
  }
}

function lastHead({ state }: WitnessOptions): TreeHead {
  const text = state.readCheckpoint();
  return text === undefined ? { size: 0, root: emptyRoot } : parseSignedCheckpoint(text).checkpoint;
}

const isFalseEmpty = ({ size, root }: TreeHead): boolean =>
  size === 0 && toHex(root) !== toHex(emptyRoot);

const folderOf = { fork: 'evidence', 'not shown to extend': 'unproved' } as const;

const evidenceName = ({ size, root }: TreeHead) => `${size}-${toHex(root).slice(0, 16)}`;

/** Raises the alarm and stores the evidence: both notes, and the consistency proof of the request. */
async function report(
  { submission, signed }: Submitted,
  fault: WitnessReport['fault'],
  options: WitnessOptions,
): Promise<void> {
  const { origin, size, root } = signed.checkpoint;
  const level = fault === 'fork' ? 'error' : 'warn';
  const message = fault === 'fork' ? 'the log contradicts itself' : 'checkpoint not cosigned';
  const seen_size = lastHead(options).size;
  options.alarm({ level, fault, origin, size, root: toHex(root), seen_size }, message);
  await options.state.saveEvidence(folderOf[fault], {
    name: evidenceName(signed.checkpoint),
    note: formatNote(signed.note),
    seen: options.state.readCheckpoint(),
    proof: submission.hashes.map((each) => `${toBase64(each)}\n`).join(''),
  });
}

const refusal = (status: WitnessResponse['status'], body: string): WitnessResponse => ({
  status,
  body: `${body}\n`,
});
