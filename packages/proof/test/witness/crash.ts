/** A child that ends itself with SIGKILL before step N of saving: node crash.ts DIR SECRETS N BODY */
import { readFile } from 'node:fs/promises';
import { parseSecret } from '../../src/log/note-key.ts';
import { type FileSteps, fileSteps, openState } from '../../src/witness/state.ts';
import { createWitness } from '../../src/witness/witness.ts';

const [folder = '', secrets = '', last = '', bodyFile = ''] = process.argv.slice(2);
const [log, own] = await Promise.all(secrets.split(',').map(parseSecret));
if (!log || !own) throw new Error('two secrets');

let step = 0;
const next = () => {
  step += 1;
  if (step === Number(last)) process.kill(process.pid, 'SIGKILL');
};
const steps: FileSteps = {
  write: async (path, text) => {
    next();
    // Half of it: as a full disk or a crash inside the call leaves a file.
    await fileSteps.write(path, text.slice(0, text.length / 2));
    next();
    await fileSteps.write(path, text);
  },
  sync: async (path) => {
    next();
    await fileSteps.sync(path);
  },
  rename: async (from, to) => {
    next();
    await fileSteps.rename(from, to);
  },
};
const witness = createWitness({
  log: log.key,
  signer: own,
  state: await openState(folder, steps),
  now: () => new Date(),
  alarm: () => undefined,
});
const { status, body } = await witness.addCheckpoint(await readFile(bodyFile, 'utf8'));
next();
process.stdout.write(`${status}\n${body}`);
