/**
 * kill -9 at each step of saving: a returned cosignature is never forgotten, and no fork is
 * cosigned.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { expect, it } from 'vitest';
import { parseSignedCheckpoint } from '../../src/log/checkpoint.ts';
import {
  cosignatureType,
  generateSecret,
  parseSecret,
  signatureType,
} from '../../src/log/note-key.ts';
import { openState } from '../../src/witness/state.ts';
import { createLog } from './logs.ts';

const secrets = [
  await generateSecret('log.example', signatureType),
  await generateSecret('witness.example/w1', cosignatureType),
];
const signer = await parseSecret(secrets[0] ?? '');
const program = join(import.meta.dirname, 'crash.ts');

/** Response of the child process, and the signal that ended it. */
async function run(folder: string, step: number, body: string) {
  const file = join(folder, 'body');
  await writeFile(file, body);
  const args = [program, join(folder, 'state'), secrets.join(','), String(step), file];
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  const exit = once(child, 'exit');
  const out = await text(child.stdout);
  const [, signal] = await exit;
  return { status: Number.parseInt(out, 10), signal };
}

async function storedSize(folder: string): Promise<number> {
  const state = await openState(join(folder, 'state'));
  const note = state.readCheckpoint();
  await state.close();
  return note === undefined ? 0 : parseSignedCheckpoint(note).checkpoint.size;
}

/** Two writes, a sync, a rename, a sync, and before the response. */
it.each([1, 2, 3, 4, 5, 6])(
  'ended before step %i, it holds the old or the new checkpoint',
  async (step) => {
    const folder = await mkdtemp(join(tmpdir(), 'witness-crash-'));
    const [log, fork] = [await createLog(signer), await createLog(signer, 'b')];
    expect(await run(folder, 0, await log.submission(0, 3))).toEqual({ status: 200, signal: null });
    const ended = await run(folder, step, await log.submission(3, 8));
    expect(ended).toEqual({ status: Number.NaN, signal: 'SIGKILL' });
    const size = await storedSize(folder);
    expect(size).toBe(step <= 4 ? 3 : 8);
    expect((await run(folder, 0, await fork.submission(size, size + 4))).status).toBe(422);
    expect(await run(folder, 0, await log.submission(size, 9))).toEqual({
      status: 200,
      signal: null,
    });
    await rm(folder, { recursive: true });
  },
);
