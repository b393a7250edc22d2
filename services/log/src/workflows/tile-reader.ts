import type { Kysely } from 'kysely';
import { type Tile, type TileReader, tileOf } from '../adapters/merkle-tree.ts';
import type { Tables } from '../store/schema.ts';
import { findTileBytes } from '../store/tiles.ts';

const hashLength = 32;

/** Reads tiles of hashes from the tables, each once. */
export function tileReader(db: Kysely<Tables>): TileReader {
  const known = new Map<string, Promise<Uint8Array>>();
  return (tile) => {
    const name = `${tile.level} ${tile.index} ${tile.width}`;
    const found = known.get(name) ?? readTile(db, tile);
    known.set(name, found);
    return found;
  };
}

async function readTile(db: Kysely<Tables>, { level, index, width }: Tile): Promise<Uint8Array> {
  const bytes =
    level === 'entries'
      ? undefined
      : await findTileBytes(db, { level, index, length: width * hashLength });
  if (!bytes) throw new Error(`tile ${level}/${index} has fewer than ${width} hashes`);
  return bytes;
}

/** Whether a tree of `size` entries has a tile of this width. */
export const isWithin = ({ level, index, width }: Tile, size: number): boolean =>
  width <= tileOf(level, index, size).width;
