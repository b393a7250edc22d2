import { Refusal } from '@svc/kit/refusal';
import type { Kysely } from 'kysely';
import { formatEntryBundle, readTilePath, type Tile } from '../adapters/merkle-tree.ts';
import { formatPolicy } from '../adapters/policy.ts';
import { query } from '../define.ts';
import { findPublished } from '../store/checkpoints.ts';
import { listBodies } from '../store/entries.ts';
import type { Tables } from '../store/schema.ts';
import { findTree } from '../store/tree.ts';
import { isWithin, tileReader } from '../workflows/tile-reader.ts';

const nothing = () => new Refusal('not_found', 'The log has no such part.');

export const checkpoint = query('checkpoint', async (_input, { db }) => ({
  note: (await findPublished(db))?.note ?? null,
}));

/** Tiles beyond the published checkpoint are refused, though they may be stored. */
export const tile = query('tile', async ({ path }, { db }) => {
  const wanted = readTilePath(path);
  const size = (await findPublished(db))?.size ?? 0;
  if (!wanted || !isWithin(wanted, size)) throw nothing();
  const bytes =
    wanted.level === 'entries' ? await bundle(db, wanted) : await tileReader(db)(wanted);
  return { bytes: Buffer.from(bytes).toString('base64') };
});

async function bundle(db: Kysely<Tables>, { index, width }: Tile): Promise<Uint8Array> {
  const bodies = await listBodies(db, index * bundleWidth, width);
  return formatEntryBundle(bodies.map(({ body }) => Buffer.from(body, 'utf8')));
}

const bundleWidth = 256;

export const policy = query('policy', async (_input, { db, config }) => {
  const tree = await findTree(db);
  return { text: tree ? formatPolicy(tree.vkey, config) : null };
});
