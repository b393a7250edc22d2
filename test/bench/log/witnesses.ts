/** Witnesses as others run them: programs of their own, for a log that is yet to make its key. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { prepareWitness } from '../../proof/witness-program.ts';

/** Three, of which two must have cosigned. */
export const [witnessCount, quorum] = [3, 2];

/** Settings of the log, and the start of the witnesses once the log answers. */
export async function prepareWitnesses(cleanup: AsyncDisposableStack) {
  const folder = await mkdtemp(join(tmpdir(), 'svc-bench-witness-'));
  cleanup.defer(() => rm(folder, { recursive: true, force: true }));
  const names = Array.from({ length: witnessCount }, (_, n) => `w${n}.bench.example`);
  const all = await Promise.all(names.map((name) => prepareWitness(folder, name)));
  return {
    env: {
      SVC_LOG_WITNESSES: all.map(({ vkey, address }) => `${vkey} ${address}`).join(),
      SVC_LOG_QUORUM: String(quorum),
    },
    start: async (logUrl: string): Promise<void> => {
      for (const { start, kill } of all) {
        await start(logUrl);
        cleanup.defer(kill);
      }
    },
  };
}
