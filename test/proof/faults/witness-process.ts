/** A witness that ends itself with SIGKILL before step N: node witness-process.ts DIR SECRET VKEY PORT N */
import { parseSecret, parseVkey } from '@svc/proof/log/note-key';
import { serveWitness } from '@svc/proof/witness/server';
import { fileSteps, openState } from '@svc/proof/witness/state';
import { createWitness } from '@svc/proof/witness/witness';

const [folder = '', secret = '', vkey = '', port = '', last = ''] = process.argv.slice(2);
let step = 0;
const before =
  <A extends readonly unknown[], R>(act: (...args: A) => Promise<R>) =>
  async (...args: A): Promise<R> => {
    step += 1;
    if (step === Number(last)) process.kill(process.pid, 'SIGKILL');
    return act(...args);
  };
const state = await openState(folder, {
  write: before(fileSteps.write),
  sync: before(fileSteps.sync),
  rename: before(fileSteps.rename),
});
const key = parseVkey(vkey);
const witness = createWitness({
  log: key,
  signer: await parseSecret(secret),
  state,
  now: () => new Date(),
  alarm: () => process.stdout.write('ALARM\n'),
});
const answer = before(async <T>(given: T) => given);
await serveWitness({
  witness: {
    ...witness,
    addCheckpoint: async (body) => answer(await witness.addCheckpoint(body)),
  },
  origin: key.name,
  host: '127.0.0.1',
  port: Number(port),
  onFault: () => undefined,
});
process.stdout.write('witness ready\n');
