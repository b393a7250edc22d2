/** Texts that a log, a witness or a visitor hands over: notes, proofs, policies and requests. */
import { deepEqual, equal } from 'node:assert/strict';
import { edited, filled } from '@svc/devnet/fuzz/edits';
import { type AnyFuzzTarget, defineTarget } from '@svc/devnet/fuzz/target';
import { FormatError, toBase64 } from '../../src/log/bytes.ts';
import {
  formatCheckpoint,
  parseCheckpoint,
  parseSignedCheckpoint,
} from '../../src/log/checkpoint.ts';
import { compactCheckpoint, expandCheckpoint } from '../../src/log/compact-checkpoint.ts';
import { formatLogProof, logProofLengthMax, parseLogProof } from '../../src/log/log-proof.ts';
import { emptyRoot } from '../../src/log/merkle.ts';
import { formatNote, noteLengthMax, parseNote } from '../../src/log/note.ts';
import { parseVkey } from '../../src/log/note-key.ts';
import { parsePolicy } from '../../src/log/policy.ts';
import {
  formatSubmission,
  parseSubmission,
  submissionLengthMax,
} from '../../src/log/submission.ts';
import { parseTilePath, tilePath } from '../../src/log/tile.ts';

const root = toBase64(emptyRoot);
const text = `log.example\n7\n${root}\n`;
const vkey = 'example.com/foo+530d903a+AekyeRrm56hApGFkyQR4ZCbV54Id2LKaANYcrnKv3U2k';
const note = `${text}\n\u2014 log.example ${toBase64(new Uint8Array(68))}\n`;
const proof = `c2sp.org/tlog-proof@v1\nextra AQ==\nindex 3\n${root}\n\n${note}`;
const submission = `old 3\n${root}\n\n${note}`;
const policy = `# a\nlog ${vkey}\nquorum none\n`;
const known = { origin: 'log.example', keys: [parseVkey(vkey)] };
const compact = String.fromCharCode(...compactCheckpoint(parseSignedCheckpoint(note)));
const bytesOf = (given: string) => Uint8Array.from(given, (each) => each.charCodeAt(0) & 255);
const tokens = [
  '\n\n',
  '\u2014 a AA==',
  'index ',
  '9007199254740993',
  '+',
  ' ',
  '=',
  'group g all',
];
const refuses = (error: unknown) => error instanceof FormatError;

export const targets: readonly AnyFuzzTarget[] = [
  defineTarget({
    name: 'tlog/note',
    inputs: edited([note], tokens),
    read: parseNote,
    refuses,
    holds: (read, given) => equal(formatNote(read), given),
    sizeMax: noteLengthMax,
    large: {
      lines: filled('\n'),
      signatures: filled('\u2014 a AAAAAAA=\n', 'a\n\n'),
      text: filled('a'),
    },
  }),
  defineTarget({
    name: 'tlog/checkpoint',
    inputs: edited([note], tokens),
    read: parseSignedCheckpoint,
    refuses,
    holds: ({ checkpoint, note: { text: own } }) => {
      equal(formatCheckpoint(checkpoint), own);
      deepEqual(parseCheckpoint(own), checkpoint);
    },
    sizeMax: noteLengthMax,
    large: { extensions: filled('a\n', text), size: filled('9', 'a\n') },
  }),
  defineTarget({
    name: 'tlog/proof',
    inputs: edited([proof], tokens),
    read: parseLogProof,
    refuses,
    holds: (read, given) => equal(formatLogProof(read), given),
    sizeMax: logProofLengthMax,
    large: { hashes: filled(`${root}\n`, 'c2sp.org/tlog-proof@v1\nindex 3\n'), extra: filled('A') },
  }),
  defineTarget({
    name: 'tlog/compact-checkpoint',
    inputs: edited([compact], ['\u0001', '\u0000', 'H']),
    read: (given: string) => expandCheckpoint(bytesOf(given), known),
    refuses,
    sizeMax: 65_536,
    large: { signatures: filled('\u0001', compact) },
  }),
  defineTarget({
    name: 'tlog/submission',
    inputs: edited([submission], tokens),
    read: parseSubmission,
    refuses,
    holds: (read, given) => equal(formatSubmission(read), given),
    sizeMax: submissionLengthMax,
    large: { hashes: filled(`${root}\n`, 'old 3\n') },
  }),
  defineTarget({
    name: 'tlog/policy',
    inputs: edited([policy], tokens),
    read: parsePolicy,
    refuses,
    sizeMax: 65_536,
    large: { comments: filled('#\n'), words: filled('a ', 'group g all '), spaces: filled(' ') },
  }),
  defineTarget({
    name: 'tlog/tile-path',
    inputs: edited(['tile/0/x001/234.p/5', 'tile/entries/000'], ['x000/', '.p/', '..']),
    read: parseTilePath,
    refuses,
    holds: (read, given) => equal(tilePath(read), given),
    sizeMax: 4_096,
    large: { groups: filled('x000/', 'tile/0/') },
  }),
];
