/** Witnesses in the process of the bench, for a log that is yet to make its key. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort, until } from '@svc/devnet';
import {
  cosignatureType,
  formatVkey,
  generateSecret,
  type NoteKey,
  parseSecret,
  parseVkey,
} from '@svc/tlog/note-key';
import { serveWitness } from '@svc/witness/server';
import { openState } from '@svc/witness/state';
import { createWitness } from '@svc/witness/witness';
import type pg from 'pg';

/** Three, of which two must have cosigned. */
export const [witnessCount, quorum] = [3, 2];

/** Settings of the log, and the start of the witnesses once the log has a key. */
export async function prepareWitnesses(cleanup: AsyncDisposableStack) {
  const all = await Promise.all(
    Array.from({ length: witnessCount }, (_, n) => prepareWitness(cleanup, `w${n}.bench.example`)),
  );
  return {
    env: {
      SVC_LOG_WITNESSES: all.map(({ setting }) => setting).join(),
      SVC_LOG_QUORUM: String(quorum),
    },
    start: async (owner: pg.Pool): Promise<void> => {
      const findKey = async () => (await owner.query('select vkey from log.tree')).rows[0]?.vkey;
      const vkey = await until(findKey, { timeoutMs: 60_000, what: 'the key of the log' });
      for (const { start } of all) await start(parseVkey(vkey));
    },
  };
}

async function prepareWitness(cleanup: AsyncDisposableStack, name: string) {
  const signer = await parseSecret(await generateSecret(name, cosignatureType));
  const folder = await mkdtemp(join(tmpdir(), 'svc-bench-witness-'));
  cleanup.defer(() => rm(folder, { recursive: true, force: true }));
  const port = await freePort();
  const fail = (fault: unknown) => console.error(name, fault);
  return {
    setting: `${formatVkey(signer.key)} http://127.0.0.1:${port}`,
    start: async (log: NoteKey): Promise<void> => {
      const state = await openState(folder);
      const witness = createWitness({ log, signer, state, now: () => new Date(), alarm: fail });
      const listening = { origin: log.name, host: '127.0.0.1', port, onFault: fail };
      const server = await serveWitness({ witness, ...listening });
      cleanup.defer(() => server.close());
    },
  };
}
