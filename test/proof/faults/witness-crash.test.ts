/** kill -9 of the witness of a running log, and a state directory that cannot be written. */
import { mkdir, readFile, rmdir } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Child, startChild } from '@svc/devnet';
import { parseSignedCheckpoint } from '@svc/proof/log/checkpoint';
import { formatVkey } from '@svc/proof/log/note-key';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createFaultedLog, type FaultedLog } from './faulted-log.ts';

const program = fileURLToPath(new URL('./witness-process.ts', import.meta.url));
let log: FaultedLog;
let sequencer: Child;
let witness: Child;
const outputs: string[] = [];
const state = () => join(log.folder, 'witness');

const startWitness = async (lastStep = 0) => {
  const logFile = join(log.folder, `witness-${outputs.length}.log`);
  outputs.push(logFile);
  const vkey = formatVkey(await log.logKey());
  const parts = [state(), log.witnessSecret, vkey, String(log.witnessPort), String(lastStep)];
  witness = await startChild({
    command: process.execPath,
    args: [program, ...parts],
    env: { ...process.env, NODE_COMPILE_CACHE: join(log.folder, 'compiled') },
    logFile,
    ready: (output) => output.includes('witness ready'),
    readyTimeoutMs: 60_000,
  });
};
/** Of the checkpoint that the witness has on its disk. */
const rememberedSize = async () =>
  parseSignedCheckpoint(await readFile(join(state(), 'checkpoint'), 'utf8')).checkpoint.size;

beforeAll(async () => {
  log = await createFaultedLog();
  sequencer = await log.start();
  await log.settled({ isCosigned: false });
  await startWitness();
  await log.submit(3);
  await log.settled();
});
afterAll(async () => {
  await sequencer?.kill();
  await witness?.kill();
  await log?.stop();
});

it.each([
  { step: 3, what: 'before the replacement', remembered: 0 },
  { step: 5, what: 'between its durable write and its answer', remembered: 2 },
])('a witness killed $what: the log goes on without it, and with it again later', async (given) => {
  const size = log.submitted();
  await witness.kill();
  await startWitness(given.step);
  await log.submit(2);
  expect(await witness.exited).toBe('SIGKILL');
  await log.settled({ isCosigned: false });
  expect((await log.stored.newest()).cosignatures).toBe(0);
  expect(await rememberedSize()).toBe(size + given.remembered);
  await startWitness();
  await log.settled();
  expect(await rememberedSize()).toBe(size + 2);
  await log.stored.expectWhole(size + 2);
});

it('a witness that cannot write its state answers no cosignature, and forgets nothing', async () => {
  const size = log.submitted();
  // A directory stands where the file is to be written.
  const obstacle = join(state(), 'checkpoint.new');
  await mkdir(obstacle);
  await log.submit(2);
  await log.settled({ isCosigned: false });
  const { rows } = await log.owner.query('select fault from log.witness');
  expect(rows).toEqual([{ fault: 'status 500' }]);
  expect(await rememberedSize()).toBe(size);
  await rmdir(obstacle);
  await log.settled();
  expect(await rememberedSize()).toBe(size + 2);
  await log.stored.expectWhole(size + 2);
});

it('no witness sees the log contradict itself', async () => {
  for (const file of outputs) expect(await readFile(file, 'utf8')).not.toContain('ALARM');
});
