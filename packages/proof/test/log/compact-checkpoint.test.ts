/** The compact form of a cosigned checkpoint. */
import { describe, expect, it } from 'vitest';
import { parseSignedCheckpoint, signCheckpoint } from '../../src/log/checkpoint.ts';
import {
  compactCheckpoint,
  expandCheckpoint,
  isCompact,
} from '../../src/log/compact-checkpoint.ts';
import { cosign } from '../../src/log/cosignature.ts';
import { formatLogProof } from '../../src/log/log-proof.ts';
import { hashLeaf } from '../../src/log/merkle.ts';
import { formatNote } from '../../src/log/note.ts';
import { signerOf } from './trees.ts';

const log = await signerOf('log.example');
const witnesses = await Promise.all(
  ['a.example', 'b.example', 'c.example'].map((name) => signerOf(name, 4)),
);
const root = hashLeaf(new TextEncoder().encode('entry'));
const signed = parseSignedCheckpoint(await signCheckpoint({ size: 2 ** 40, root }, log));
const lines = await Promise.all(
  witnesses.map((witness) => cosign(signed.note.text, witness, 1_793_600_000)),
);
const note = { ...signed.note, signatures: [...signed.note.signatures, ...lines] };
const bytes = compactCheckpoint({ ...signed, note });
const keys = [log, ...witnesses].map(({ key }) => key);
const origin = 'log.example';

it('is the same note again for those who have its keys, in a third less', () => {
  const expanded = expandCheckpoint(bytes, { origin, keys });
  expect(formatNote(expanded.note)).toBe(formatNote(note));
  expect(expanded.checkpoint).toEqual(signed.checkpoint);
  const text = new TextEncoder().encode(formatNote(note));
  expect([bytes, text, new Uint8Array()].map(isCompact)).toEqual([true, false, false]);
  expect(bytes).toHaveLength(41 + (5 + 64) + 3 * (5 + 72));
  expect(formatNote(note).length).toBeGreaterThan(1.5 * bytes.length);
});

it('fits with three witnesses into a proof of a million entries below 2 KiB', () => {
  const hashes = Array.from({ length: 20 }, () => root);
  const proof = { extra: bytes, index: 999_999, hashes, checkpoint: formatNote(note) };
  expect(formatLogProof(proof).length).toBeLessThan(2_048);
});

it('leaves out the signatures of keys that its reader has not', () => {
  const { note: partly } = expandCheckpoint(bytes, { origin, keys: keys.slice(0, 2) });
  expect(partly.signatures.map(({ name }) => name)).toEqual(['log.example', 'a.example']);
});

describe('refuses', () => {
  it.each([0, 1, 40, 42, 45, 46, 109, bytes.length - 1])('one that is cut off at %i', (length) => {
    expect(() => expandCheckpoint(bytes.slice(0, length), { origin, keys })).toThrow('cut off');
  });

  it('a size above 2^53 - 1, and to make one of a checkpoint with extensions', () => {
    const large = bytes.with(1, 1);
    expect(() => expandCheckpoint(large, { origin, keys })).toThrow('above 2^53 - 1');
    const extended = { ...signed, checkpoint: { ...signed.checkpoint, extensions: ['more'] } };
    expect(() => compactCheckpoint(extended)).toThrow('extensions');
  });
});
