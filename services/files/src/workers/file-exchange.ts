import { type FilesWorkerContext, worker } from '../define.ts';
import { listNextDue, type WorkKind } from '../store/next-due.ts';
import { cleanUpNextHome } from '../workflows/clean-up-sftp.ts';
import {
  createExchangeDependencies,
  type ExchangeDependencies,
} from '../workflows/exchange-dependencies.ts';
import { placeNextProof } from '../workflows/place-proof.ts';
import { pollNextHome } from '../workflows/poll-sftp.ts';
import { processNextFile } from '../workflows/process-file.ts';

/** Poll interval for work that other replicas made due, ms; a known due time shortens the pause. */
const pollMs = 250;

interface Lane {
  kind: WorkKind;
  /** False when no work was due. */
  work(deps: ExchangeDependencies): Promise<boolean>;
  /** Kind of work that a finished run may have created. */
  produces?: WorkKind;
}
const sftpPolls: Lane = { kind: 'visit', work: pollNextHome, produces: 'step' };
const fileSteps: Lane = { kind: 'step', work: processNextFile };
const proofFiles: Lane = { kind: 'proof', work: placeNextProof };

/** Concurrent lanes. Lanes of one kind exclude one another by row claims. */
const lanes: readonly Lane[] = [
  ...[sftpPolls, sftpPolls],
  ...[fileSteps, fileSteps, fileSteps, fileSteps],
  ...[proofFiles, proofFiles],
  { kind: 'sweep', work: cleanUpNextHome },
];

/** File exchange with wholesalers: lanes that sleep until one poll loop finds due work. */
export const fileExchange = worker('exchange', (context) => {
  if (!context.config.SVC_SFTP_HOST) return { stop: async () => undefined };
  const deps = createExchangeDependencies(context);
  const wake = (kind: WorkKind) => {
    for (const lane of running) if (lane.kind === kind) lane.wake();
  };
  const running = lanes.map(({ kind, work, produces }) => {
    // Each find wakes the other lanes, because more may be due.
    const pass = async () => {
      const found = await work(deps);
      if (found) for (const more of [kind, ...(produces ? [produces] : [])]) wake(more);
      return found;
    };
    return { kind, ...context.poll({ idleMs: Number.POSITIVE_INFINITY, pass }) };
  });
  const due = context.poll({ idleMs: pollMs, pass: () => wakeDueLanes(context, wake) });
  return {
    stop: async () => {
      await Promise.all([due, ...running].map((loop) => loop.stop()));
      deps.sftpPool.close();
    },
  };
});

/** Poll loop shared by all lanes: wakes those with due work, then waits until the next due time. */
async function wakeDueLanes(
  { db, clock }: FilesWorkerContext,
  wake: (kind: WorkKind) => void,
): Promise<number> {
  const nowMs = clock.now().getTime();
  let waitMs = Number.POSITIVE_INFINITY;
  for (const { kind, at } of await listNextDue(db)) {
    const leftMs = at.getTime() - nowMs;
    if (leftMs <= 0) wake(kind);
    else waitMs = Math.min(waitMs, leftMs);
  }
  return waitMs;
}
