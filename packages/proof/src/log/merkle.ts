/**
 * Merkle tree of RFC 6962, section 2.1, over SHA-256.
 *
 * - **Leaf hash**: SHA-256(0x00 || entry). **Node hash**: SHA-256(0x01 || left || right).
 * - **Perfect subtree** (level, index): the 2^level leaves from index * 2^level on.
 * - **Compact range**: the roots of the perfect subtrees into which a tree falls, largest first. It
 *   has at most 53 hashes and is all that appending needs.
 *
 * Hashing is synchronous: a sequencer hashes thousands of leaves inside one transaction.
 */
import { sha256 } from '@noble/hashes/sha2.js';

export const hashLength = 32;

export interface CompactRange {
  size: number;
  hashes: readonly Uint8Array[];
}

export function hashLeaf(entry: Uint8Array): Uint8Array {
  const input = new Uint8Array(entry.length + 1);
  input.set(entry, 1);
  return sha256(input);
}

export function hashNode(left: Uint8Array, right: Uint8Array): Uint8Array {
  const input = new Uint8Array(1 + 2 * hashLength);
  input[0] = 1;
  input.set(left, 1);
  input.set(right, 1 + hashLength);
  return sha256(input);
}

/** The root of a tree without leaves. */
export const emptyRoot: Uint8Array = sha256(new Uint8Array(0));
export const emptyRange: CompactRange = { size: 0, hashes: [] };

/** The range with one more leaf. */
export function appendLeaf({ size, hashes }: CompactRange, leaf: Uint8Array): CompactRange {
  const kept = [...hashes];
  let node = leaf;
  for (let rest = size; rest % 2 === 1; rest = (rest - 1) / 2) {
    const left = kept.pop();
    if (!left) throw new RangeError('a compact range lacks hashes');
    node = hashNode(left, node);
  }
  return { size: size + 1, hashes: [...kept, node] };
}

export function rootOf({ hashes }: CompactRange): Uint8Array {
  const [last, ...larger] = hashes.toReversed();
  return last ? larger.reduce((right, left) => hashNode(left, right), last) : emptyRoot;
}

/** The root over 1 to n hashes of neighbouring subtrees of one size. */
export function rootOfHashes(hashes: readonly Uint8Array[]): Uint8Array {
  return rootOf(hashes.reduce(appendLeaf, emptyRange));
}

/** The largest power of two below `n`, for n of at least 2: where RFC 6962 splits a tree. */
export function splitOf(n: number): number {
  let split = 1;
  while (split * 2 < n) split *= 2;
  return split;
}
