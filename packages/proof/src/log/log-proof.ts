/** `tlog-proof` texts: a checkpoint, an index, and the inclusion proof between them. */
import { FormatError, fromBase64, fromDecimal, toBase64 } from './bytes.ts';
import { parseSignedCheckpoint, type SignedCheckpoint } from './checkpoint.ts';
import { hashLength } from './merkle.ts';
import { noteLengthMax } from './note.ts';
import { proofLengthMax, verifyInclusion } from './proof.ts';

export interface LogProof {
  /** Not authenticated: data of the application. */
  extra: Uint8Array<ArrayBuffer> | null;
  index: number;
  hashes: readonly Uint8Array[];
  /** The signed checkpoint as the log published it, with cosignatures. */
  checkpoint: string;
}

const header = 'c2sp.org/tlog-proof@v1';
/** A checkpoint, 63 hashes and some extra data, in characters. */
export const logProofLengthMax = noteLengthMax + 8_192;

export const formatLogProof = ({ extra, index, hashes, checkpoint }: LogProof): string =>
  [
    header,
    ...(extra ? [`extra ${toBase64(extra)}`] : []),
    `index ${index}`,
    ...hashes.map(toBase64),
    '',
    checkpoint,
  ].join('\n');

/** Parses without verifying. Throws FormatError. */
export function parseLogProof(text: string): LogProof & { signed: SignedCheckpoint } {
  if (text.length > logProofLengthMax) throw new FormatError('the proof is too long');
  const end = text.indexOf('\n\n');
  if (end < 0) throw new FormatError('the proof has no checkpoint');
  const [first, ...rest] = text.slice(0, end).split('\n');
  if (first !== header) throw new FormatError(`it does not begin ${header}`);
  const hasExtra = rest[0]?.startsWith('extra ') ?? false;
  const [indexLine = '', ...lines] = hasExtra ? rest.slice(1) : rest;
  if (!indexLine.startsWith('index ')) throw new FormatError('the proof has no index');
  const checkpoint = text.slice(end + 2);
  return {
    extra: hasExtra ? fromBase64(rest[0]?.slice('extra '.length) ?? '') : null,
    index: fromDecimal(indexLine.slice('index '.length)),
    hashes: parseHashes(lines),
    checkpoint,
    signed: parseSignedCheckpoint(checkpoint),
  };
}

/** One hash a line. Throws FormatError. */
export function parseHashes(lines: readonly string[]): Uint8Array[] {
  if (lines.length > proofLengthMax) throw new FormatError('the proof has too many hashes');
  return lines.map((line) => {
    const hash = fromBase64(line);
    if (hash.length !== hashLength) throw new FormatError('a hash has not 32 bytes');
    return hash;
  });
}

/** Whether the proof leads from this leaf hash to the root of its checkpoint. */
export const provesLeaf = (
  { index, hashes, signed }: ReturnType<typeof parseLogProof>,
  hash: Uint8Array,
): boolean => verifyInclusion({ index, hash }, hashes, signed.checkpoint);
