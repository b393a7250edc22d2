import { describe, expect, it } from 'vitest';
import { FormatError, toBase64, utf8 } from '../../src/log/bytes.ts';
import { signCheckpoint } from '../../src/log/checkpoint.ts';
import { formatLogProof, parseLogProof, provesLeaf } from '../../src/log/log-proof.ts';
import { emptyRoot } from '../../src/log/merkle.ts';
import { formatSubmission, parseSubmission } from '../../src/log/submission.ts';
import { inclusionProof } from '../../src/log/tree.ts';
import { leavesOf, signerOf, Tiles } from './trees.ts';

const log = await signerOf('log.example');
const leaves = leavesOf(5);
const tiles = new Tiles();
await tiles.append(leaves);
const checkpoint = await signCheckpoint(tiles, log);
const hashes = await inclusionProof(tiles.read, 2, 5);
const proof = { extra: null, index: 2, hashes, checkpoint };

describe('a tlog-proof', () => {
  it.each([null, utf8('salt')])('is read as it was written, with extra data %j', (extra) => {
    const text = formatLogProof({ ...proof, extra });
    const read = parseLogProof(text);
    expect(read).toMatchObject({ ...proof, extra });
    expect(formatLogProof(read)).toBe(text);
  });

  it('proves its leaf, and no other', () => {
    const read = parseLogProof(formatLogProof(proof));
    expect(provesLeaf(read, leaves[2] ?? emptyRoot)).toBe(true);
    expect(provesLeaf(read, leaves[3] ?? emptyRoot)).toBe(false);
  });

  it('of a log of one entry has no hashes', async () => {
    const one = new Tiles();
    await one.append(leaves.slice(0, 1));
    const single = await signCheckpoint(one, log);
    const text = formatLogProof({ extra: null, index: 0, hashes: [], checkpoint: single });
    expect(provesLeaf(parseLogProof(text), leaves[0] ?? emptyRoot)).toBe(true);
  });

  const good = formatLogProof(proof);
  const short = toBase64(emptyRoot.subarray(1));
  it.each<[string, string]>([
    ['another first line', good.replace('@v1', '@v2')],
    ['no index', good.replace('index 2\n', '')],
    ['a leading zero', good.replace('index 2', 'index 02')],
    ['a hash of 31 bytes', good.replace(toBase64(hashes[0] ?? emptyRoot), short)],
    ['64 hashes', formatLogProof({ ...proof, hashes: Array(64).fill(emptyRoot) })],
    ['no checkpoint', good.slice(0, good.indexOf('\n\n'))],
    ['a checkpoint without a signature', good.slice(0, good.lastIndexOf('\n\n') + 1)],
    ['more than 73,728 characters', good + 'a'.repeat(73_728)],
  ])('is refused when it comes with %s', (_, text) => {
    expect(() => parseLogProof(text)).toThrow(FormatError);
  });
});

describe('the body of add-checkpoint', () => {
  it('is read as it was written', () => {
    const submission = { oldSize: 3, hashes, checkpoint };
    expect(parseSubmission(formatSubmission(submission))).toEqual(submission);
  });

  it.each<[string, string]>([
    ['no old size', `\n${checkpoint}`],
    ['a signed old size', `old -1\n\n${checkpoint}`],
    ['no checkpoint', 'old 1\n'],
    ['a line that is no hash', `old 1\nAA==\n\n${checkpoint}`],
  ])('is refused when it comes with %s', (_, body) => {
    expect(() => parseSubmission(body)).toThrow(FormatError);
  });
});
