/**
 * Audit of a transparency log: reads all entries, computes every tile and the root from them, and holds
 * them against the checkpoint, against checkpoints that were kept, and against chains of custody.
 */
import { FormatError, sameBytes, textOf, toHex } from '../log/bytes.ts';
import { openCheckpoint, type SignedCheckpoint } from '../log/checkpoint.ts';
import { parseEntryBundle } from '../log/entry-bundle.ts';
import {
  appendLeaf,
  type CompactRange,
  emptyRange,
  hashLeaf,
  rootOf,
  rootOfHashes,
} from '../log/merkle.ts';
import type { NoteKey } from '../log/note-key.ts';
import { hashesAt, type Tile, tileHashes, tileOf, tilePath, tileWidth } from '../log/tile.ts';
import { type ChainExport, chainFindings, historyFindings } from './chains.ts';
import type { LogFiles } from './log-files.ts';
import { LogIndex } from './log-index.ts';

export interface AuditInput {
  files: LogFiles;
  key: NoteKey;
  /** Signed checkpoints of the same log from before, as texts. */
  kept: readonly string[];
  chains: readonly ChainExport[];
}

export interface AuditReport {
  checkpoint: SignedCheckpoint;
  /** The checkpoint as it was read. */
  text: string;
  /** Checkpoints that the entries were held against, this one included. */
  compared: number;
  chains: number;
  /** Contradictions, in words; empty is a clean log. */
  findings: readonly string[];
}

/** Throws FormatError where the checkpoint is not one that the log signed. */
export async function auditLog({ files, key, kept, chains }: AuditInput): Promise<AuditReport> {
  const text = await files.checkpoint();
  const signed = await openCheckpoint(text, key);
  const { size, root } = signed.checkpoint;
  const heads = await Promise.all(
    kept.map(async (each) => (await openCheckpoint(each, key)).checkpoint),
  );
  const findings: string[] = heads
    .filter((head) => head.size > size)
    .map(
      (head) => `Rollback: a checkpoint of ${head.size} entries was kept, the log shows ${size}.`,
    );
  const index = new LogIndex();
  const roots = new Map([...heads, signed.checkpoint].map((head) => [head.size, new Uint8Array()]));
  const leaves = await readEntries({ files, size, roots, findings }, index);
  for (const head of [...heads, { size, root }]) {
    const computed = roots.get(head.size);
    if (head.size <= size && computed && !sameBytes(computed, head.root)) {
      findings.push(
        `The root of ${head.size} entries is ${toHex(computed)}, a signed checkpoint says ${toHex(head.root)}.`,
      );
    }
  }
  findings.push(...(await tileFindings(files, leaves)), ...index.findings());
  for (const chain of chains) findings.push(...(await chainFindings(chain, index)));
  findings.push(...historyFindings(chains));
  return { checkpoint: signed, text, compared: heads.length + 1, chains: chains.length, findings };
}

interface Reading {
  files: LogFiles;
  size: number;
  /** Filled with the root of each size that it has. */
  roots: Map<number, Uint8Array>;
  findings: string[];
}

async function readEntries(
  { files, size, roots, findings }: Reading,
  index: LogIndex,
): Promise<Uint8Array[]> {
  const leaves: Uint8Array[] = [];
  let range: CompactRange = emptyRange;
  if (roots.has(0)) roots.set(0, rootOf(range));
  for (let bundle = 0; bundle * tileWidth < size; bundle += 1) {
    const tile = tileOf('entries', bundle, size);
    for (const entry of parseEntryBundle(await files.tile(tile), tile.width)) {
      const fault = index.add(leaves.length, textOrNothing(entry));
      if (fault) findings.push(fault);
      const leaf = hashLeaf(entry);
      leaves.push(leaf);
      range = appendLeaf(range, leaf);
      if (roots.has(range.size)) roots.set(range.size, rootOf(range));
    }
  }
  return leaves;
}

function textOrNothing(entry: Uint8Array): string {
  try {
    return textOf(entry);
  } catch (error) {
    if (error instanceof FormatError) return '';
    throw error;
  }
}

/** Every tile of hashes that the log serves is that of its entries. */
async function tileFindings(files: LogFiles, leaves: readonly Uint8Array[]): Promise<string[]> {
  const findings: string[] = [];
  let hashes = leaves;
  for (let level = 0; hashesAt(level, leaves.length) > 0; level += 1) {
    const roots: Uint8Array[] = [];
    for (let index = 0; index * tileWidth < hashes.length; index += 1) {
      const tile = tileOf(level, index, leaves.length);
      const own = hashes.slice(index * tileWidth, index * tileWidth + tile.width);
      if (!(await isSame(files, tile, own))) {
        findings.push(`${tilePath(tile)} is not the tile of these entries.`);
      }
      if (own.length === tileWidth) roots.push(rootOfHashes(own));
    }
    hashes = roots;
  }
  return findings;
}

async function isSame(files: LogFiles, tile: Tile, own: readonly Uint8Array[]): Promise<boolean> {
  const served = tileHashes(await files.tile(tile), tile.width);
  return served.every((hash, n) => sameBytes(hash, own[n] ?? new Uint8Array()));
}
