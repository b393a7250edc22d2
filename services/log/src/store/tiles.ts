import { type Kysely, sql } from 'kysely';
import type { Tables } from './schema.ts';

export interface StoredTile {
  level: number;
  index: number;
  bytes: Uint8Array;
}

/** The first `length` bytes; undefined if the tile has fewer. */
export async function findTileBytes(
  db: Kysely<Tables>,
  { level, index, length }: { level: number; index: number; length: number },
): Promise<Buffer | undefined> {
  const { rows } = await sql<{ bytes: Buffer }>`
    select substr(hashes, 1, ${length}::int) as bytes from tile
     where level = ${level} and tile_index = ${index}`.execute(db);
  const bytes = rows[0]?.bytes;
  return bytes?.length === length ? bytes : undefined;
}

export async function upsertTiles(db: Kysely<Tables>, tiles: readonly StoredTile[]): Promise<void> {
  await db
    .insertInto('tile')
    .values(
      tiles.map(({ level, index, bytes }) => ({
        level,
        tile_index: index,
        hashes: Buffer.from(bytes),
      })),
    )
    .onConflict((conflict) =>
      conflict
        .columns(['level', 'tile_index'])
        .doUpdateSet(({ ref }) => ({ hashes: ref('excluded.hashes') })),
    )
    .execute();
}

export async function deleteTiles(db: Kysely<Tables>): Promise<void> {
  await db.deleteFrom('tile').execute();
}
