/**
 * Tiles of tlog-tiles: hashes of a tree in files of 256, and entries in bundles of 256.
 *
 * - **Tile** (level L, index N): the hashes of 256 neighbouring perfect subtrees of 256^L leaves.
 * - **Width**: how many of the 256 there are. A tile below 256 is partial and named by its width.
 */
import { FormatError, fromDecimal } from './bytes.ts';
import { hashLength } from './merkle.ts';

export const tileWidth = 256;
/** 256^6 leaves are more than a size can count. */
const tileLevelMax = 6;

export interface Tile {
  /** `entries`: a bundle of entries, with the coordinates of the tile of level 0. */
  level: number | 'entries';
  index: number;
  /** 1 to 256. */
  width: number;
}

/** e.g. `tile/0/x001/234.p/5`, relative to the prefix of the log. */
export function tilePath({ level, index, width }: Tile): string {
  const groups = [String(index % 1_000).padStart(3, '0')];
  for (let rest = Math.floor(index / 1_000); rest > 0; rest = Math.floor(rest / 1_000)) {
    groups.unshift(`x${String(rest % 1_000).padStart(3, '0')}`);
  }
  return `tile/${level}/${groups.join('/')}${width < tileWidth ? `.p/${width}` : ''}`;
}

/** Throws FormatError for any other spelling than that of `tilePath`. */
export function parseTilePath(path: string): Tile {
  const form = /^tile\/(entries|[0-9]{1,2})\/((?:x[0-9]{3}\/){0,5}[0-9]{3})(?:\.p\/([0-9]{1,3}))?$/;
  const [, level, groups, width] = form.exec(path) ?? [];
  if (level === undefined || groups === undefined) throw new FormatError('it is no path of a tile');
  const tile: Tile = {
    level: level === 'entries' ? level : fromDecimal(level),
    index: Number(groups.replace(/[x/]/g, '')),
    width: width === undefined ? tileWidth : fromDecimal(width),
  };
  const isPlace = tile.level === 'entries' || tile.level <= tileLevelMax;
  if (!isPlace || tile.width < 1 || !Number.isSafeInteger(tile.index) || tilePath(tile) !== path) {
    throw new FormatError('it is no path of a tile');
  }
  return tile;
}

/** Number of hashes of a tree of `size` leaves at a level of tiles. */
export const hashesAt = (level: number, size: number): number =>
  Math.floor(size / tileWidth ** level);

/** The tile in a tree of `size` leaves; width 0 if the tree does not reach it. */
export function tileOf(level: Tile['level'], index: number, size: number): Tile {
  const all = level === 'entries' ? size : hashesAt(level, size);
  return { level, index, width: Math.max(0, Math.min(tileWidth, all - index * tileWidth)) };
}

/** All tiles of hashes of a tree, from the lowest level up. */
export function* tilesOf(size: number): Generator<Tile> {
  for (let level = 0; hashesAt(level, size) > 0; level += 1) {
    for (let index = 0; index * tileWidth < hashesAt(level, size); index += 1) {
      yield tileOf(level, index, size);
    }
  }
}

/** The hashes in a tile. Throws FormatError where the length is not that of its width. */
export function tileHashes(bytes: Uint8Array, width: number): Uint8Array[] {
  if (bytes.length !== width * hashLength) {
    throw new FormatError(`a tile has ${bytes.length} bytes instead of ${width * hashLength}`);
  }
  return Array.from({ length: width }, (_, n) =>
    bytes.subarray(n * hashLength, (n + 1) * hashLength),
  );
}
