/**
 * The witness of `npm start`, for demonstration: with a key and a memory of its own, and in the same
 * process as the log that it watches. A witness that is worth something is run by somebody else.
 */
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { until } from '@svc/devnet';
import type { Logger } from '@svc/kit/log';
import { formatVkey } from '@svc/proof/log/note-key';
import { openLogKey, openSigner } from '@svc/proof/witness/keys';
import { serveWitness } from '@svc/proof/witness/server';
import { openState } from '@svc/proof/witness/state';
import { createWitness, type Witness } from '@svc/proof/witness/witness';

export interface DemoWitness {
  /** Public key, as policies name it. */
  vkey: string;
  /** Settings of the log for this witness. */
  variables: NodeJS.ProcessEnv;
  /** Waits for the key of the log, and answers from then on. */
  watch(): Promise<void>;
  stop(): Promise<void>;
}

const name = 'witness.demo.example/w1';

export async function startWitness(
  folder: string,
  { logUrl, origin, log }: { logUrl: string; origin: string; log: Logger },
): Promise<DemoWitness> {
  await mkdir(folder, { recursive: true });
  const signer = await openSigner(join(folder, 'key'), name);
  const state = await openState(join(folder, 'state'));
  const { promise, resolve } = Promise.withResolvers<Witness>();
  const server = await serveWitness({
    witness: {
      addCheckpoint: async (body) => (await promise).addCheckpoint(body),
      latest: async () => (await promise).latest(),
    },
    origin,
    host: '127.0.0.1',
    port: 0,
    onFault: (err) => log.error({ err }, 'the witness failed'),
  });
  const vkey = formatVkey(signer.key);
  return {
    vkey,
    variables: { SVC_LOG_WITNESSES: `${vkey} http://127.0.0.1:${server.port}` },
    watch: async () => {
      const hasKey = async () => (await fetch(`${logUrl}/policy`)).ok;
      await until(hasKey, { timeoutMs: 30_000, what: 'the key of the transparency log' });
      resolve(
        createWitness({
          log: await openLogKey({ url: logUrl, given: undefined }, state),
          signer,
          state,
          now: () => new Date(),
          alarm: ({ level, ...fields }, message) => log[level](fields, message),
        }),
      );
    },
    stop: async () => {
      await server.close();
      await state.close();
    },
  };
}
