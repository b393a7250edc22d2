/**
 * Roots and proofs from tiles, and the tiles that appending writes. A tree of n leaves is read in at
 * most 2 log256(n) tiles per proof, which are fetched together.
 */
import { concat } from './bytes.ts';
import { emptyRoot, hashNode, rootOfHashes, splitOf } from './merkle.ts';
import { hashesAt, type Tile, tileHashes, tileOf, tilePath, tileWidth } from './tile.ts';

/** Reads a tile of hashes by its coordinates; rejects if it does not exist. */
export type TileReader = (tile: Tile) => Promise<Uint8Array>;

export interface TileWrite {
  tile: Tile;
  bytes: Uint8Array;
}

/** Leaves from `from` on, up to but without `to`. */
interface LeafRange {
  from: number;
  to: number;
}

export async function rootHash(read: TileReader, size: number): Promise<Uint8Array> {
  if (size === 0) return emptyRoot;
  const [root] = await rangeHashes(read, size, [{ from: 0, to: size }]);
  return root ?? emptyRoot;
}

/** PATH(index, D[size]) of RFC 6962: from the leaf's sibling up. Throws RangeError outside. */
export async function inclusionProof(
  read: TileReader,
  index: number,
  size: number,
): Promise<Uint8Array[]> {
  if (!(index >= 0 && index < size)) throw new RangeError(`there is no leaf ${index} in ${size}`);
  const siblings: LeafRange[] = [];
  let [from, to] = [0, size];
  while (to - from > 1) {
    const middle = from + splitOf(to - from);
    const isLeft = index < middle;
    siblings.unshift(isLeft ? { from: middle, to } : { from, to: middle });
    [from, to] = isLeft ? [from, middle] : [middle, to];
  }
  return rangeHashes(read, size, siblings);
}

/** PROOF(older, D[size]) of RFC 6962; empty from 0 and to itself. Throws RangeError outside. */
export async function consistencyProof(
  read: TileReader,
  older: number,
  size: number,
): Promise<Uint8Array[]> {
  if (!(older >= 0 && older <= size)) throw new RangeError(`${older} is no older size of ${size}`);
  if (older === 0 || older === size) return [];
  const ranges: LeafRange[] = [];
  let [from, to] = [0, size];
  while (older !== to) {
    const middle = from + splitOf(to - from);
    const isLeft = older <= middle;
    ranges.unshift(isLeft ? { from: middle, to } : { from, to: middle });
    [from, to] = isLeft ? [from, middle] : [middle, to];
  }
  return rangeHashes(read, size, from === 0 ? ranges : [{ from, to }, ...ranges]);
}

/**
 * The tiles that a tree of `size` leaves gains by more: every tile of the larger tree whose bytes are
 * new, partial ones included, and its root. `read` must hold the partial tiles of `size`.
 */
export async function appendLeaves(
  read: TileReader,
  size: number,
  leaves: readonly Uint8Array[],
): Promise<{ writes: TileWrite[]; size: number; root: Uint8Array }> {
  const total = size + leaves.length;
  const writes: TileWrite[] = [];
  let hashes = leaves;
  for (let level = 0; hashes.length > 0; level += 1) {
    const first = Math.floor(hashesAt(level, size) / tileWidth);
    const started = tileOf(level, first, size);
    const before = started.width > 0 ? tileHashes(await read(started), started.width) : [];
    const all = [...before, ...hashes];
    const full: Uint8Array[] = [];
    for (let offset = 0; offset < all.length; offset += tileWidth) {
      const part = all.slice(offset, offset + tileWidth);
      const tile = { level, index: first + offset / tileWidth, width: part.length };
      writes.push({ tile, bytes: concat(...part) });
      if (part.length === tileWidth) full.push(rootOfHashes(part));
    }
    hashes = full;
  }
  const written = new Map(writes.map(({ tile, bytes }) => [tilePath(tile), bytes]));
  const reader: TileReader = async (tile) => written.get(tilePath(tile)) ?? read(tile);
  return { writes, size: total, root: await rootHash(reader, total) };
}

async function rangeHashes(
  read: TileReader,
  size: number,
  ranges: readonly LeafRange[],
): Promise<Uint8Array[]> {
  const parts = ranges.map((range) => perfectSubtrees(range).map((node) => placeOf(node, size)));
  const tiles = new Map(parts.flat().map(({ tile }) => [tilePath(tile), tile]));
  const loads = [...tiles].map(
    async ([path, tile]) => [path, levelsOf(await read(tile), tile)] as const,
  );
  const loaded = new Map(await Promise.all(loads));
  return parts.map((places) =>
    places
      .map(({ tile, height, index }) => {
        const hash = loaded.get(tilePath(tile))?.[height]?.[index];
        if (!hash) throw new RangeError(`${tilePath(tile)} is too narrow for a tree of ${size}`);
        return hash;
      })
      .reduceRight((right, left) => hashNode(left, right)),
  );
}

interface PerfectSubtree {
  start: number;
  leaves: number;
}

/** The perfect subtrees into which a range falls, largest first. */
function perfectSubtrees({ from, to }: LeafRange): PerfectSubtree[] {
  const found: PerfectSubtree[] = [];
  for (let start = from; start < to; ) {
    const half = to - start === 1 ? 1 : splitOf(to - start);
    const leaves = half * 2 === to - start ? half * 2 : half;
    found.push({ start, leaves });
    start += leaves;
  }
  return found;
}

/** The tile in which a perfect subtree has its root, and where: a level of the tile, an index there. */
function placeOf({ start, leaves }: PerfectSubtree, size: number) {
  let level = 0;
  while (tileWidth ** (level + 1) <= leaves) level += 1;
  const span = tileWidth ** level;
  const tile = tileOf(level, Math.floor(start / span / tileWidth), size);
  const index = (start / leaves) % (tileWidth / (leaves / span));
  return { tile, height: Math.log2(leaves / span), index };
}

/** Tiles are immutable: a reader that returns the same bytes again has them hashed once. */
const levels = new WeakMap<Uint8Array, Uint8Array[][]>();

/** The hashes of a tile, then those of each level above that are roots of perfect subtrees. */
function levelsOf(bytes: Uint8Array, { width }: Tile): Uint8Array[][] {
  const known = levels.get(bytes);
  if (known) return known;
  const found = [tileHashes(bytes, width)];
  for (let below = found[0] ?? []; below.length > 1; below = found.at(-1) ?? []) {
    const above: Uint8Array[] = [];
    for (let n = 0; n + 1 < below.length; n += 2) {
      const [left, right] = below.slice(n, n + 2);
      if (left && right) above.push(hashNode(left, right));
    }
    found.push(above);
  }
  levels.set(bytes, found);
  return found;
}
