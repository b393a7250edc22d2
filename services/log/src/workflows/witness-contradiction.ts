/**
 * Whether a witness that refuses a checkpoint has cosigned a tree of this log that is not part of
 * it. Its refusal is unsigned and may be forged, so the claim counts only with the checkpoint that
 * it cosigned, which it shows at its monitoring prefix (tlog-witness), signed with the log's own
 * key. Such a checkpoint means that this database lost published entries. A witness that shows no
 * checkpoint counts as unavailable.
 */
import { openTreeHead, type TreeHead } from '../adapters/log-key.ts';
import { rootHash, sameBytes } from '../adapters/merkle-tree.ts';
import { fetchLastCheckpoint, type WitnessAnswer } from '../adapters/witness-client.ts';
import type { ConfiguredWitness } from '../adapters/witness-keys.ts';
import type { LogWorkerContext } from '../define.ts';
import type { LogTree } from '../domain/log-tree.ts';
import { findTree } from '../store/tree.ts';
import { tileReader } from './tile-reader.ts';

type Reader = Pick<LogWorkerContext, 'db' | 'config'>;
type Key = Pick<LogTree, 'origin' | 'vkey'>;

/** Why the log must halt; null if no contradiction is shown. */
export async function findContradiction(
  context: Reader,
  witness: ConfiguredWitness,
  key: Key,
): Promise<string | null> {
  const shown = await lastCosigned(context, witness, key);
  return shown ? findMissing(context, key, { ...shown, whose: cosignedBy(witness) }) : null;
}

/** The last checkpoint of this log that the witness shows; undefined without one. */
export async function lastCosigned(
  { config }: Pick<Reader, 'config'>,
  witness: ConfiguredWitness,
  { origin, vkey }: Key,
): Promise<TreeHead | undefined> {
  const note = await fetchLastCheckpoint(witness, origin, config.SVC_LOG_WITNESS_TIMEOUT_MS);
  return note === undefined ? undefined : openTreeHead(note, vkey);
}

export const cosignedBy = ({ name }: ConfiguredWitness): string => `witness ${name} has cosigned`;

/** Says what of a checkpoint under this log's key is not in the log; null if all is. */
export async function findMissing(
  { db }: Pick<Reader, 'db'>,
  { vkey }: Key,
  { size, root, whose }: TreeHead & { whose: string },
): Promise<string | null> {
  // Read after the checkpoint was shown, so that it includes everything signed by then.
  const tree = await findTree(db);
  if (!tree || tree.vkey !== vkey) return null;
  if (size > tree.size) return `${whose} ${size} entries, here are ${tree.size}`;
  return sameBytes(await rootHash(tileReader(db), size), root)
    ? null
    : `${whose} other ${size} entries than those here`;
}

/** Whether the witness says that this log has not what it cosigned. */
export const isRefusal = (answer: WitnessAnswer, size: number): boolean =>
  answer.kind === 'inconsistent' || (answer.kind === 'other-size' && answer.size > size);
