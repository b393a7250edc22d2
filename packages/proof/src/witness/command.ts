/**
 * A witness of a transparency log, run by somebody else than the log's operator:
 *
 *     npm run proof -- witness --log https://api.example.com/log --key witness.key --state witness
 */

import { createLogger } from '@svc/kit/log';
import { stopOnSignal } from '@svc/kit/shutdown';
import { type Arguments, type CliCommand, runCommand } from '@svc/text/command';
import { z } from 'zod';
import { formatVkey } from '../log/note-key.ts';
import { openLogKey, openSigner } from './keys.ts';
import { serveWitness } from './server.ts';
import { openState } from './state.ts';
import { createWitness } from './witness.ts';

const command = {
  name: 'npm run proof -- witness',
  about: `Cosigns checkpoints of a transparency log, if each one extends the last; keeps and reports what does not.
Serves tlog-witness (POST /add-checkpoint) until it is ended. Give its address and the line that it
prints to the log's operator, and the line to everybody who verifies proofs.

Back up the state directory and never start from an older one: its memory is what prevents a rollback.`,
  options: {
    log: { schema: z.url(), value: 'URL', about: 'of the log, e.g. https://api.example.com/log' },
    key: { schema: z.string().min(1), value: 'FILE', about: 'the secret key of the witness' },
    state: { schema: z.string().min(1), value: 'DIR', about: 'its memory, one process at a time' },
    name: {
      schema: z.string().optional(),
      value: 'NAME',
      about: 'creates the key if the file is not there, e.g. witness.example.org/w1',
    },
    'log-key': {
      schema: z.string().optional(),
      value: 'VKEY',
      about: 'key of the log (default: what the log itself says at the first start)',
    },
    port: {
      schema: z.coerce.number().int().min(0).max(65_535).default(4_180),
      value: 'N',
      about: 'to listen on (default 4180; 0 for any)',
    },
    host: { schema: z.string().default('127.0.0.1'), value: 'ADDRESS', about: 'default 127.0.0.1' },
  },
} satisfies CliCommand;

/** Serves until a signal ends the process. */
export const runWitness = (args: readonly string[]): Promise<void> =>
  runCommand(command, serve, args);

async function serve({ values }: Arguments<(typeof command)['options']>): Promise<number> {
  const log = createLogger({ name: 'witness' });
  const signer = await openSigner(values.key, values.name);
  const state = await openState(values.state);
  const key = await openLogKey({ url: values.log, given: values['log-key'] }, state);
  const witness = createWitness({
    log: key,
    signer,
    state,
    now: () => new Date(),
    alarm: ({ level, ...fields }, message) => log[level](fields, message),
  });
  const server = await serveWitness({
    witness,
    origin: key.name,
    host: values.host,
    port: values.port,
    onFault: (err) => log.error({ err }, 'request failed; replied 500'),
  });
  process.stdout.write(`log      ${formatVkey(key)}\n`);
  process.stdout.write(`witness  ${formatVkey(signer.key)}\n`);
  process.stdout.write(`address  http://${values.host}:${server.port}\n`);
  const { promise, resolve } = Promise.withResolvers<void>();
  stopOnSignal(async () => {
    await server.close();
    await state.close();
    resolve();
  }, log);
  await promise;
  return 0;
}
