/** Checks inclusion and consistency proofs of RFC 6962, sections 2.1.1 and 2.1.2. */
import { sameBytes } from './bytes.ts';
import { hashLength, hashNode } from './merkle.ts';

export interface TreeHead {
  size: number;
  root: Uint8Array;
}

/** A tree of 2^53 leaves has no longer path; tlog-witness allows 63. */
export const proofLengthMax = 63;

/** Whether the leaf stands at `index` of the tree. */
export function verifyInclusion(
  { index, hash }: { index: number; hash: Uint8Array },
  proof: readonly Uint8Array[],
  { size, root }: TreeHead,
): boolean {
  if (!isCount(index) || !isCount(size) || index >= size || !areHashes(proof)) return false;
  let node = hash;
  const isComplete = climb({ node: index, last: size - 1 }, proof, (sibling, isLeft) => {
    node = isLeft ? hashNode(sibling, node) : hashNode(node, sibling);
  });
  return isComplete && sameBytes(node, root);
}

/** Whether the newer tree is the older one with leaves appended. */
export function verifyConsistency(
  older: TreeHead,
  newer: TreeHead,
  proof: readonly Uint8Array[],
): boolean {
  if (!isCount(older.size) || !isCount(newer.size) || older.size > newer.size) return false;
  if (!areHashes(proof)) return false;
  if (older.size === newer.size) return proof.length === 0 && sameBytes(older.root, newer.root);
  if (older.size === 0) return proof.length === 0;
  let place = { node: older.size - 1, last: newer.size - 1 };
  while (place.node % 2 === 1) place = parentOf(place);
  // An older tree that is one perfect subtree is a node of the newer one, and not repeated.
  const [first, ...rest] = place.node === 0 ? [older.root, ...proof] : proof;
  if (!first) return false;
  let [before, after] = [first, first];
  const isComplete = climb(place, rest, (sibling, isLeft) => {
    if (isLeft) before = hashNode(sibling, before);
    after = isLeft ? hashNode(sibling, after) : hashNode(after, sibling);
  });
  return isComplete && sameBytes(before, older.root) && sameBytes(after, newer.root);
}

/** A node among those of its level, and the last one of that level. */
interface Place {
  node: number;
  last: number;
}

/** Goes from a node to the root, a sibling a step; whether the siblings are exactly enough. */
function climb(
  from: Place,
  siblings: readonly Uint8Array[],
  step: (sibling: Uint8Array, isLeft: boolean) => void,
): boolean {
  let place = from;
  for (const sibling of siblings) {
    if (place.last === 0) return false;
    const isLeft = place.node % 2 === 1 || place.node === place.last;
    step(sibling, isLeft);
    // A last node without a sibling is its own parent.
    while (isLeft && place.node % 2 === 0 && place.node !== 0) place = parentOf(place);
    place = parentOf(place);
  }
  return place.last === 0;
}

/** Divides instead of shifting: the operands of bit shifts have 32 bits. */
const parentOf = ({ node, last }: Place): Place => ({
  node: Math.floor(node / 2),
  last: Math.floor(last / 2),
});
const isCount = (n: number): boolean => Number.isSafeInteger(n) && n >= 0;
const areHashes = (proof: readonly Uint8Array[]): boolean =>
  proof.length <= proofLengthMax && proof.every(({ length }) => length === hashLength);
