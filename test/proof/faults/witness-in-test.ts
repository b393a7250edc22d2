/** The witness of a log under test, in the test's own process, where a test may step in. */
import { join } from 'node:path';
import { parseSecret } from '@svc/proof/log/note-key';
import { serveWitness } from '@svc/proof/witness/server';
import { openState } from '@svc/proof/witness/state';
import { createWitness } from '@svc/proof/witness/witness';
import type { FaultedLog } from './faulted-log.ts';

export async function startWitness(log: FaultedLog) {
  const alarms: unknown[] = [];
  const faults: unknown[] = [];
  const state = await openState(join(log.folder, 'witness'));
  const key = await log.logKey();
  const witness = createWitness({
    log: key,
    signer: await parseSecret(log.witnessSecret),
    state,
    now: () => new Date(),
    alarm: (fields) => alarms.push(fields),
  });
  const steps = { before: async () => {}, after: async () => {} };
  const server = await serveWitness({
    witness: {
      ...witness,
      addCheckpoint: async (body) => {
        await steps.before();
        const answer = await witness.addCheckpoint(body);
        await steps.after();
        return answer;
      },
    },
    origin: key.name,
    host: '127.0.0.1',
    port: log.witnessPort,
    onFault: (error) => faults.push(error),
  });
  return {
    /** Contradictory checkpoints that the log has signed; empty as long as there is no fork. */
    alarms,
    faults,
    /** Awaited before and after each decision. */
    steps,
    latest: witness.latest,
    stop: async () => {
      await server.close();
      await state.close();
    },
  };
}
