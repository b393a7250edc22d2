/**
 * Publishing: asks the witnesses concurrently, outside of any transaction, to cosign the newest
 * checkpoint, then publishes it with their cosignatures. An unavailable witness delays only the
 * first request: until its pause is over it is left out. If a witness shows that it has cosigned a
 * tree that is not part of this one, the log halts and stops publishing.
 */

import { consistencyProof } from '../adapters/merkle-tree.ts';
import { requestCosignature, type WitnessAnswer } from '../adapters/witness-client.ts';
import type { ConfiguredWitness } from '../adapters/witness-keys.ts';
import type { LogWorkerContext } from '../define.ts';
import { type LogTree, restored } from '../domain/log-tree.ts';
import type { WitnessPauses } from '../domain/witness-pauses.ts';
import { findNewestCheckpoint, publish, type StoredCheckpoint } from '../store/checkpoints.ts';
import { endPublisherLease, takePublisherLease } from '../store/publisher-lease.ts';
import { findTree, lockTreePatiently, updateTree } from '../store/tree.ts';
import {
  insertCosignature,
  listCosigners,
  listWitnessStates,
  saveWitness,
} from '../store/witnesses.ts';
import { resumeByWitnesses } from './resume-by-witnesses.ts';
import { tileReader } from './tile-reader.ts';
import { findContradiction, isRefusal } from './witness-contradiction.ts';

type PublishContext = Pick<LogWorkerContext, 'db' | 'clock' | 'config' | 'log' | 'transaction'>;

/**
 * Returns true if a checkpoint was published, and a newer one may be there. One replica publishes
 * at a time, so that a witness gets the checkpoints in their order.
 */
export async function publishNewest(
  context: PublishContext,
  pauses: WitnessPauses,
): Promise<boolean> {
  const reason = await resumeByWitnesses(context, pauses);
  if (typeof reason === 'string') await halt(context, reason);
  if (!(await findWork(context, pauses))) return false;
  const ms = askingMsMax(context.config);
  const isHolder = await context.transaction(({ db, now }) =>
    takePublisherLease(db, { now, until: new Date(now.getTime() + ms) }),
  );
  if (!isHolder) return false;
  const endLease = () => context.transaction(({ db, now }) => endPublisherLease(db, now));
  const work = await findWork(context, pauses);
  if (!work) {
    await endLease();
    return false;
  }
  return askAndPublish(context, work, pauses).catch(async (error: unknown) => {
    await endLease();
    throw error;
  });
}

/** Duration of the lease: two requests for a cosignature, one for the last checkpoint, 1 s for the rest. */
const askingMsMax = ({ SVC_LOG_WITNESS_TIMEOUT_MS }: PublishContext['config']): number =>
  3 * SVC_LOG_WITNESS_TIMEOUT_MS + 1_000;

interface Work {
  tree: LogTree;
  newest: StoredCheckpoint;
  asked: readonly ConfiguredWitness[];
}

/**
 * Undefined if there is neither a checkpoint to publish nor a witness to ask, or the log is halted.
 */
async function findWork(
  { db, config }: PublishContext,
  pauses: WitnessPauses,
): Promise<Work | undefined> {
  if (config.SVC_LOG_WITNESSES.length === 0) return undefined;
  const tree = await findTree(db);
  const newest = await findNewestCheckpoint(db);
  if (!newest || !tree || tree.halted !== null) return undefined;
  const cosigners = await listCosigners(db, newest.size);
  const asked = config.SVC_LOG_WITNESSES.filter(
    ({ name }) => !cosigners.has(name) && pauses.isOver(name),
  );
  return newest.published_at && asked.length === 0 ? undefined : { tree, newest, asked };
}

async function askAndPublish(
  context: PublishContext,
  { tree, newest, asked }: Work,
  pauses: WitnessPauses,
): Promise<boolean> {
  const states = await listWitnessStates(context.db);
  const answers = await Promise.all(
    asked.map(async (witness): Promise<Asked> => {
      const oldSize = states.find(({ name }) => name === witness.name)?.size ?? 0;
      const answer = await ask(context, witness, { newest, oldSize });
      const contradiction = isRefusal(answer, newest.size)
        ? await findContradiction(context, witness, tree)
        : null;
      return { witness, oldSize, answer, contradiction };
    }),
  );
  for (const { witness, answer } of answers) {
    if (answer.kind === 'cosigned') pauses.end(witness.name);
    else pauses.begin(witness.name);
  }
  const [halted] = answers.flatMap(({ contradiction }) => contradiction ?? []);
  if (halted !== undefined) {
    await halt(context, halted);
    return false;
  }
  await saveAnswers(context, newest, answers);
  return newest.published_at === null;
}

/** Stops publishing: the newest checkpoint may be a fork of a published one. */
async function halt({ log, transaction }: PublishContext, halted: string): Promise<void> {
  await transaction(async ({ db, now }) => {
    await endPublisherLease(db, now);
    const tree = await lockTreePatiently(db);
    if (tree?.halted !== null && tree?.halted !== restored) return;
    log.error({ halted }, 'log halted; it stops publishing');
    await updateTree(db, { halted });
  });
}

interface Asked {
  witness: ConfiguredWitness;
  oldSize: number;
  answer: WitnessAnswer;
  contradiction: string | null;
}

/** A witness that has another size than it is remembered with is asked a second time. */
async function ask(
  { db, config }: PublishContext,
  witness: ConfiguredWitness,
  { newest, oldSize }: { newest: StoredCheckpoint; oldSize: number },
): Promise<WitnessAnswer> {
  const request = async (older: number) =>
    requestCosignature(
      witness,
      {
        oldSize: older,
        hashes: await consistencyProof(tileReader(db), older, newest.size),
        checkpoint: newest.note,
      },
      config.SVC_LOG_WITNESS_TIMEOUT_MS,
    );
  const first = await request(Math.min(oldSize, newest.size));
  return first.kind !== 'other-size' || first.size > newest.size ? first : request(first.size);
}

async function saveAnswers(
  { log, transaction }: PublishContext,
  newest: StoredCheckpoint,
  answers: readonly Asked[],
): Promise<void> {
  await transaction(async ({ db, now }) => {
    for (const { witness, oldSize, answer } of answers) {
      const { name } = witness;
      if (answer.kind === 'cosigned') {
        await insertCosignature(db, { size: newest.size, witness: name, line: answer.line });
        await saveWitness(db, { name, size: newest.size, away_since: null, fault: null });
        continue;
      }
      const fault = answer.kind === 'other-size' ? `it has ${answer.size}` : answer.fault;
      log.warn({ witness: name, fault }, 'checkpoint not cosigned');
      await saveWitness(db, { name, size: oldSize, away_since: now, fault });
    }
    await publish(db, newest.size, now);
    await endPublisherLease(db, now);
  });
}
