/**
 * After a failover the log goes on by itself where each of its witnesses shows a checkpoint that is
 * part of it. While one does not answer it waits; what one shows and is not here halts it for good.
 *
 * Not guaranteed
 * - A checkpoint that was published while all witnesses were away, and then lost, is not noticed here:
 *   a standby that commits with its primary (`synchronous`) loses none.
 */
import type { LogWorkerContext } from '../define.ts';
import { restored } from '../domain/log-tree.ts';
import type { WitnessPauses } from '../domain/witness-pauses.ts';
import { findTree, goOn, lockTreePatiently, readClusterHistory } from '../store/tree.ts';
import { cosignedBy, findMissing, lastCosigned } from './witness-contradiction.ts';

type ResumeContext = Pick<LogWorkerContext, 'db' | 'config' | 'log' | 'transaction'>;

/** Resolves to why the log must stay halted, null if it goes on, undefined if nothing is decided. */
export async function resumeByWitnesses(
  context: ResumeContext,
  pauses: WitnessPauses,
): Promise<string | null | undefined> {
  const { db, config, log, transaction } = context;
  const witnesses = config.SVC_LOG_WITNESSES;
  const tree = await findTree(db);
  if (tree?.halted !== restored || witnesses.length === 0) return undefined;
  if (!witnesses.every(({ name }) => pauses.isOver(name))) return undefined;
  const history = await readClusterHistory(db);
  let answers = 0;
  for (const witness of witnesses) {
    const shown = await lastCosigned(context, witness, tree);
    const whose = cosignedBy(witness);
    const missing = shown && (await findMissing(context, tree, { ...shown, whose }));
    if (typeof missing === 'string') return missing;
    if (shown) answers += 1;
    else pauses.begin(witness.name);
  }
  if (answers < witnesses.length) return undefined;
  const isOver = await transaction(async ({ db: own, wake }) => {
    if ((await lockTreePatiently(own))?.halted !== restored) return false;
    await goOn(own, history);
    wake('sequence-entries');
    return true;
  });
  if (!isOver) return undefined;
  log.warn({ size: tree.size, witnesses: answers }, 'all witnesses let the log go on');
  return null;
}
