/**
 * Whether a witness that refuses a checkpoint has cosigned a tree of this log that is not part of
 * it. Its refusal is unsigned and may be forged, so the claim counts only with the checkpoint that
 * it cosigned, which it shows at its monitoring prefix (tlog-witness), signed with the log's own
 * key. Such a checkpoint means that this database lost published entries. A witness that shows no
 * checkpoint counts as unavailable.
 */
import { openTreeHead } from '../adapters/log-key.ts';
import { rootHash, sameBytes } from '../adapters/merkle-tree.ts';
import { fetchLastCheckpoint, type WitnessAnswer } from '../adapters/witness-client.ts';
import type { ConfiguredWitness } from '../adapters/witness-keys.ts';
import type { LogWorkerContext } from '../define.ts';
import { findTree } from '../store/tree.ts';
import { tileReader } from './tile-reader.ts';

/** Why the log must halt; null if no contradiction is shown. */
export async function findContradiction(
  { db, config }: Pick<LogWorkerContext, 'db' | 'config'>,
  witness: ConfiguredWitness,
  { origin, vkey }: { origin: string; vkey: string },
): Promise<string | null> {
  const note = await fetchLastCheckpoint(witness, origin, config.SVC_LOG_WITNESS_TIMEOUT_MS);
  const shown = note === undefined ? undefined : await openTreeHead(note, vkey);
  // Read after the witness's response, so that it includes everything signed by then.
  const tree = shown && (await findTree(db));
  if (!shown || !tree || tree.vkey !== vkey) return null;
  if (shown.size > tree.size) {
    return `witness ${witness.name} has cosigned ${shown.size} entries, here are ${tree.size}`;
  }
  return sameBytes(await rootHash(tileReader(db), shown.size), shown.root)
    ? null
    : `witness ${witness.name} has cosigned other ${shown.size} entries than those here`;
}

/** Whether the witness says that this log has not what it cosigned. */
export const isRefusal = (answer: WitnessAnswer, size: number): boolean =>
  answer.kind === 'inconsistent' || (answer.kind === 'other-size' && answer.size > size);
