/**
 * Sequencing: gives waiting entries their places in the tree.
 *
 *     entry waits ──▶ [ lock tree · append leaves · tiles · checkpoint · size ] ──▶ witnesses ──▶ published
 *                      one transaction
 *
 * Guarantees
 * - Each checkpoint extends the one before: size, tiles, places and signed note commit together,
 *   under the row lock of `tree`. A crash before the commit leaves all entries waiting; the note
 *   that was signed dies with the process, unpublished.
 * - Any number of replicas; one sequences at a time, the others skip the locked row.
 * - An entry has one place: its leaf hash is unique, and so is its index.
 * - After a restore of the database the log signs again only after an operator has confirmed it
 *   (`haltReason`).
 *
 * Not guaranteed
 * - The order of entries of different events.
 */
import { logOriginOf } from '@svc/kit/settings';
import { generateLogKey, signTreeHead } from '../adapters/log-key.ts';
import { appendLeaves, emptyRoot } from '../adapters/merkle-tree.ts';
import type { LogWriteContext } from '../define.ts';
import { haltReason, type LogTree } from '../domain/log-tree.ts';
import { insertCheckpoint } from '../store/checkpoints.ts';
import { listWaiting, placeEntries } from '../store/entries.ts';
import { upsertTiles } from '../store/tiles.ts';
import { insertTree, lockTree, readClusterHistory, updateTree } from '../store/tree.ts';
import { tileReader } from './tile-reader.ts';

/** Entries per transaction, about 0.2 s of work. */
const batchMax = 1_024;

type SequenceContext = Pick<LogWriteContext, 'db' | 'now' | 'config' | 'log' | 'wake'>;

/** One batch. Returns true if more entries may wait. */
export async function sequenceEntries(context: SequenceContext): Promise<boolean> {
  const { db } = context;
  const tree = await lockTree(db);
  if (!tree || (await isHalted(tree, context))) return false;
  const waiting = await listWaiting(db, batchMax);
  if (waiting.length === 0) return false;
  const leaves = waiting.map(({ leaf_hash }) => leaf_hash);
  const { writes, ...head } = await appendLeaves(tileReader(db), tree.size, leaves);
  await placeEntries(
    db,
    waiting.map(({ id }) => id),
    tree.size,
  );
  await upsertTiles(
    db,
    writes.map(({ tile, bytes }) => ({ level: Number(tile.level), index: tile.index, bytes })),
  );
  await updateTree(db, { size: head.size });
  await signHead(context, tree, head);
  return waiting.length === batchMax;
}

async function isHalted(tree: LogTree, { db, config, log }: SequenceContext): Promise<boolean> {
  const cluster_history = await readClusterHistory(db);
  const halted = haltReason(tree, { origin: logOriginOf(config), cluster_history });
  if (halted === tree.halted) return halted !== null;
  log.error({ halted }, 'log halted; it stops signing');
  await updateTree(db, { halted });
  return true;
}

/** Signs the head; without witnesses the checkpoint is published immediately. */
async function signHead(
  { db, now, config, wake }: SequenceContext,
  { encrypted_secret }: Pick<LogTree, 'encrypted_secret'>,
  head: { size: number; root: Uint8Array },
): Promise<void> {
  const note = await signTreeHead(head, { encrypted_secret, secret: config.SVC_SECRET });
  const isPublished = config.SVC_LOG_WITNESSES.length === 0;
  const published_at = isPublished ? now : null;
  await insertCheckpoint(db, { size: head.size, note, signed_at: now, published_at });
  wake('publish-checkpoints');
}

/** The empty tree and its key, once. */
export async function createTree(context: SequenceContext): Promise<void> {
  const { db, config } = context;
  const origin = logOriginOf(config);
  const key = await generateLogKey(origin, config.SVC_SECRET);
  const cluster_history = await readClusterHistory(db);
  const made = { origin, ...key, size: 0, cluster_history, halted: null };
  if (await insertTree(db, made)) await signHead(context, made, { size: 0, root: emptyRoot });
}

/** An empty tree under another key and origin, in place of the former. */
export async function replaceTree(context: SequenceContext, origin: string): Promise<void> {
  const { db } = context;
  const key = await generateLogKey(origin, context.config.SVC_SECRET);
  const cluster_history = await readClusterHistory(db);
  const made = { origin, ...key, size: 0, cluster_history, halted: null };
  await updateTree(db, made);
  await signHead(context, made, { size: 0, root: emptyRoot });
}
