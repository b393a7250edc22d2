/**
 * Publishing: asks the witnesses to cosign the newest checkpoint, all at the same time and outside of
 * any transaction, then publishes it with what they answered. A witness that is away delays nothing
 * but the first request: until its pause is over it is left out.
 */

import { consistencyProof } from '../adapters/merkle-tree.ts';
import { requestCosignature, type WitnessAnswer } from '../adapters/witness-client.ts';
import type { ConfiguredWitness } from '../adapters/witness-keys.ts';
import type { LogWorkerContext } from '../define.ts';
import { findNewestCheckpoint, publish, type StoredCheckpoint } from '../store/checkpoints.ts';
import { findTree, updateTree } from '../store/tree.ts';
import {
  insertCosignature,
  listCosigners,
  listWitnessStates,
  saveWitness,
} from '../store/witnesses.ts';
import { tileReader } from './tile-reader.ts';

type PublishContext = Pick<LogWorkerContext, 'db' | 'clock' | 'config' | 'log' | 'transaction'>;

/** Pause before a witness that did not cosign is asked again, ms. */
const retryMs = 5_000;

export interface WitnessPauses {
  isOver(name: string): boolean;
  begin(name: string): void;
}

export function witnessPauses(now: () => number = () => performance.now()): WitnessPauses {
  const until = new Map<string, number>();
  return {
    isOver: (name) => (until.get(name) ?? 0) <= now(),
    begin: (name) => until.set(name, now() + retryMs),
  };
}

/** Returns true if a checkpoint was published, and a newer one may be there. */
export async function publishNewest(
  context: PublishContext,
  pauses: WitnessPauses,
): Promise<boolean> {
  const { db, config } = context;
  const newest = await findNewestCheckpoint(db);
  if (!newest || config.SVC_LOG_WITNESSES.length === 0) return false;
  const cosigners = await listCosigners(db, newest.size);
  const asked = config.SVC_LOG_WITNESSES.filter(
    ({ name }) => !cosigners.has(name) && pauses.isOver(name),
  );
  if (newest.published_at && asked.length === 0) return false;
  const states = await listWitnessStates(db);
  const answers = await Promise.all(
    asked.map(async (witness) => {
      const oldSize = states.find(({ name }) => name === witness.name)?.size ?? 0;
      return { witness, oldSize, ...(await ask(context, witness, { newest, oldSize })) };
    }),
  );
  for (const { witness, answer } of answers) {
    if (answer.kind !== 'cosigned') pauses.begin(witness.name);
  }
  await saveAnswers(context, newest, answers);
  return newest.published_at === null;
}

interface Asked {
  witness: ConfiguredWitness;
  oldSize: number;
  answer: WitnessAnswer;
}

/** A witness that has another size than it is remembered with is asked a second time. */
async function ask(
  { db, config }: PublishContext,
  witness: ConfiguredWitness,
  { newest, oldSize }: { newest: StoredCheckpoint; oldSize: number },
): Promise<{ answer: WitnessAnswer }> {
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
  if (first.kind !== 'other-size' || first.size > newest.size) return { answer: first };
  return { answer: await request(first.size) };
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
      const size = answer.kind === 'other-size' ? answer.size : oldSize;
      log.warn({ witness: name, fault }, 'checkpoint not cosigned');
      await saveWitness(db, { name, size, away_since: now, fault });
      const tree = answer.kind === 'other-size' ? await findTree(db) : undefined;
      if (tree && size > tree.size && tree.halted === null) {
        const halted = `witness ${name} has cosigned ${size} entries, here are ${tree.size}`;
        log.error({ halted }, 'the log signs nothing more');
        await updateTree(db, { halted });
      }
    }
    await publish(db, newest.size, now);
  });
}
