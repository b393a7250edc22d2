/** The body of `add-checkpoint` (tlog-witness): an old size, a consistency proof and a checkpoint. */
import { FormatError, fromDecimal, toBase64 } from './bytes.ts';
import { parseHashes } from './log-proof.ts';
import { noteLengthMax } from './note.ts';

export interface Submission {
  /** Size of the checkpoint that the witness cosigned last; 0 without one. */
  oldSize: number;
  hashes: readonly Uint8Array[];
  checkpoint: string;
}

/** 63 hashes and a checkpoint, in characters. */
export const submissionLengthMax = noteLengthMax + 4_096;

export const formatSubmission = ({ oldSize, hashes, checkpoint }: Submission): string =>
  [`old ${oldSize}`, ...hashes.map(toBase64), '', checkpoint].join('\n');

/** Throws FormatError. */
export function parseSubmission(body: string): Submission {
  if (body.length > submissionLengthMax) throw new FormatError('the request is too long');
  const end = body.indexOf('\n\n');
  if (end < 0) throw new FormatError('the request has no checkpoint');
  const [old = '', ...lines] = body.slice(0, end).split('\n');
  if (!old.startsWith('old ')) throw new FormatError('the request has no old size');
  return {
    oldSize: fromDecimal(old.slice('old '.length)),
    hashes: parseHashes(lines),
    checkpoint: body.slice(end + 2),
  };
}
