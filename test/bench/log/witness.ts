/** A witness in the process of the bench, for a log that is yet to make its key. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort, until } from '@svc/devnet';
import {
  cosignatureType,
  formatVkey,
  generateSecret,
  parseSecret,
  parseVkey,
} from '@svc/tlog/note-key';
import { serveWitness } from '@svc/witness/server';
import { openState } from '@svc/witness/state';
import { createWitness } from '@svc/witness/witness';
import type pg from 'pg';

/** Settings of the log, and the start of the witness once the log has a key. */
export async function prepareWitness(cleanup: AsyncDisposableStack) {
  const signer = await parseSecret(await generateSecret('bench.example/w', cosignatureType));
  const folder = await mkdtemp(join(tmpdir(), 'svc-bench-witness-'));
  cleanup.defer(() => rm(folder, { recursive: true, force: true }));
  const port = await freePort();
  return {
    env: { SVC_LOG_WITNESSES: `${formatVkey(signer.key)} http://127.0.0.1:${port}` },
    start: async (owner: pg.Pool): Promise<void> => {
      const findKey = async () => (await owner.query('select vkey from log.tree')).rows[0]?.vkey;
      const vkey = await until(findKey, { timeoutMs: 60_000, what: 'the key of the log' });
      const key = parseVkey(vkey);
      const state = await openState(folder);
      const fail = (fault: unknown) => console.error('witness', fault);
      const witness = createWitness({
        log: key,
        signer,
        state,
        now: () => new Date(),
        alarm: fail,
      });
      const listening = { origin: key.name, host: '127.0.0.1', port, onFault: fail };
      const server = await serveWitness({ witness, ...listening });
      cleanup.defer(() => server.close());
    },
  };
}
