/** The log's tables as its owner reads them, and what must hold for them after any fault. */
import { sameBytes, toHex, utf8 } from '@svc/proof/log/bytes';
import { openCheckpoint } from '@svc/proof/log/checkpoint';
import { appendLeaf, type CompactRange, emptyRange, hashLeaf, rootOf } from '@svc/proof/log/merkle';
import { parseVkey } from '@svc/proof/log/note-key';
import { type TreeHead, verifyConsistency } from '@svc/proof/log/proof';
import { consistencyProof, type TileReader } from '@svc/proof/log/tree';
import type { Pool } from 'pg';
import { expect } from 'vitest';

export function storedLog(owner: Pool) {
  const rowsOf = async (sql: string, values: unknown[] = []) =>
    (await owner.query(sql, values)).rows;
  const readTile: TileReader = async ({ level, index, width }) => {
    const [row] = await rowsOf(
      'select substr(hashes, 1, $3) as bytes from log.tile where level = $1 and tile_index = $2',
      [level, index, width * 32],
    );
    return row?.bytes ?? new Uint8Array();
  };
  /** Checkpoints as they were published, by their size, from every time that they were looked at. */
  const seen = new Map<number, { text: string; head: TreeHead }>();

  const publishedHeads = async (): Promise<TreeHead[]> => {
    const [tree] = await rowsOf('select vkey from log.tree');
    const rows = await rowsOf(
      'select note from log.checkpoint where published_at is not null order by size',
    );
    const heads: TreeHead[] = [];
    for (const { note } of rows) {
      const { checkpoint, note: parsed } = await openCheckpoint(note, parseVkey(tree.vkey));
      const known = seen.get(checkpoint.size);
      expect(known?.text ?? parsed.text).toBe(parsed.text);
      seen.set(checkpoint.size, { text: parsed.text, head: checkpoint });
      heads.push(checkpoint);
    }
    expect(heads.map(({ size }) => size)).toEqual([...seen.keys()].toSorted((a, b) => a - b));
    return heads;
  };

  const leaves = async (): Promise<Uint8Array[]> => {
    const rows = await rowsOf(
      'select leaf_index, leaf_hash, body from log.entry where leaf_index is not null order by leaf_index',
    );
    expect(rows.map(({ leaf_index }) => Number(leaf_index))).toEqual(rows.map((_, n) => n));
    return rows.map(({ leaf_hash, body }) => {
      const hash = hashLeaf(utf8(body));
      expect(sameBytes(hash, leaf_hash)).toBe(true);
      return hash;
    });
  };

  return {
    newest: async () => {
      const [row] = await rowsOf(
        `select size, published_at is not null as published,
                (select count(*)::int from log.cosignature s where s.size = c.size) as cosignatures
           from log.checkpoint c order by size desc limit 1`,
      );
      const size = row ? Number(row.size) : undefined;
      return { size, isPublished: row?.published, cosignatures: row?.cosignatures };
    },
    treeSize: async (): Promise<number | undefined> => {
      const [row] = await rowsOf('select size from log.tree');
      return row && Number(row.size);
    },
    /** Each published checkpoint extends the one before and is that of the entries; none is lost or twice. */
    expectWhole: async (submitted: number): Promise<void> => {
      const heads = await publishedHeads();
      const all = await leaves();
      const [{ entries }] = await rowsOf('select count(*)::int as entries from log.entry');
      expect(entries).toBe(submitted);
      const [tree] = await rowsOf('select size from log.tree');
      expect(all).toHaveLength(tree ? Number(tree.size) : 0);
      const roots = rootsOf(all);
      for (const [n, head] of heads.entries()) {
        expect(toHex(roots[head.size] ?? new Uint8Array())).toBe(toHex(head.root));
        const before = heads[n - 1];
        if (!before) continue;
        const proof = await consistencyProof(readTile, before.size, head.size);
        expect(verifyConsistency(before, head, proof)).toBe(true);
      }
    },
  };
}

/** The root of each size, from none to all leaves. */
function rootsOf(leaves: readonly Uint8Array[]): Uint8Array[] {
  let range: CompactRange = emptyRange;
  const roots = [rootOf(range)];
  for (const leaf of leaves) {
    range = appendLeaf(range, leaf);
    roots.push(rootOf(range));
  }
  return roots;
}
