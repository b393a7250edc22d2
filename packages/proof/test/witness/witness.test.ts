import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { until } from '@svc/devnet/until';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { parseSignedCheckpoint, signCheckpoint } from '../../src/log/checkpoint.ts';
import { checkCosignature } from '../../src/log/cosignature.ts';
import { emptyRoot } from '../../src/log/merkle.ts';
import { checkSignatureOf, parseSignatures } from '../../src/log/note.ts';
import { formatSubmission, parseSubmission } from '../../src/log/submission.ts';
import { serveWitness } from '../../src/witness/server.ts';
import {
  type FileSteps,
  fileSteps,
  openState,
  type WitnessState,
} from '../../src/witness/state.ts';
import { createWitness, type Witness } from '../../src/witness/witness.ts';
import { createLog, type Log, logSigner, witnessSigner } from './logs.ts';

const signer = await logSigner();
const witnessKey = await witnessSigner();
const seconds = 1_763_900_000;
let clock: number;
let folder: string;
let state: WitnessState;
let witness: Witness;
let alarms: unknown[];
let log: Log;
/** Another history of the same log. */
let fork: Log;

const start = async (steps?: FileSteps) => {
  state = await openState(folder, steps);
  const now = () => new Date(clock * 1_000);
  const alarm = (fields: unknown) => alarms.push(fields);
  witness = createWitness({ log: signer.key, signer: witnessKey, state, now, alarm });
};

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'witness-'));
  alarms = [];
  clock = seconds;
  [log, fork] = [await createLog(signer), await createLog(signer, 'b')];
  await start();
});
afterEach(async () => {
  await state.close();
  await rm(folder, { recursive: true });
});

const statusOf = async (body: string) => (await witness.addCheckpoint(body)).status;

describe('cosigns', () => {
  it('the first checkpoint and each that extends the last', async () => {
    let older = 0;
    for (const newer of [0, 5, 5, 6, 300]) {
      const body = await log.submission(older, newer);
      older = newer;
      const { status, body: answer } = await witness.addCheckpoint(body);
      expect(status).toBe(200);
      const { note } = parseSignedCheckpoint(parseSubmission(body).checkpoint);
      const signatures = parseSignatures(answer.trimEnd().split('\n'));
      const check = await checkCosignature(witnessKey.key, { ...note, signatures });
      expect(check).toEqual({ status: 'ok', time: seconds });
    }
    expect(alarms).toEqual([]);
    const { note, checkpoint } = parseSignedCheckpoint((await witness.latest()) ?? '');
    expect(checkpoint.size).toBe(300);
    expect(await checkSignatureOf(signer.key, note)).toBe('ok');
    expect(await checkCosignature(witnessKey.key, note)).toMatchObject({ status: 'ok' });
  });

  it('and remembers it after a restart', async () => {
    await witness.addCheckpoint(await log.submission(0, 7));
    await state.close();
    await start();
    expect(await witness.addCheckpoint(await log.submission(0, 9))).toEqual({
      status: 409,
      body: '7\n',
    });
    expect(await statusOf(await log.submission(7, 9))).toBe(200);
  });

  it('one of two forks that arrive together, and never the other', async () => {
    const bodies = [await log.submission(0, 9), await fork.submission(0, 8)];
    const statuses = await Promise.all(bodies.map(statusOf));
    expect(statuses).toEqual([200, 409]);
    expect(await statusOf(await fork.submission(9, 12))).toBe(422);
  });
});

describe('under a flood of public checkpoints, it', () => {
  it('returns the same cosignature without writing, and one of the time a minute later', async () => {
    await state.close();
    const write = vi.fn(fileSteps.write);
    await start({ ...fileSteps, write });
    const first = await witness.addCheckpoint(await log.submission(0, 5));
    const again = await log.submission(5, 5);
    const answers = await Promise.all(Array.from({ length: 500 }, () => statusOf(again)));
    expect(new Set(answers)).toEqual(new Set([200]));
    expect(await witness.addCheckpoint(again)).toEqual(first);
    expect(write).toHaveBeenCalledTimes(1);
    clock += 60;
    expect((await witness.addCheckpoint(again)).body).not.toBe(first.body);
    expect(write).toHaveBeenCalledTimes(2);
  });

  it('reports a doubtful one once', async () => {
    await witness.addCheckpoint(await log.submission(0, 9));
    const older = await log.submission(0, 5);
    for (let index = 0; index < 5; index += 1) expect(await statusOf(older)).toBe(409);
    expect(alarms).toHaveLength(1);
  });

  it('lets 32 wait for the disk and refuses more with 429, but none that changes nothing', async () => {
    await state.close();
    const disk = Promise.withResolvers<void>();
    await start({
      ...fileSteps,
      write: async (path, text) => {
        await disk.promise;
        await fileSteps.write(path, text);
      },
    });
    const bodies: string[] = [];
    for (let size = 1; size <= 40; size += 1) bodies.push(await log.submission(0, size));
    const answered: number[] = [];
    const statuses = bodies.map(async (body) => answered.push(await statusOf(body)));
    const within = { timeoutMs: 30_000, what: 'those that find no place' };
    await until(() => answered.length >= 8, within);
    expect(answered).toEqual(Array.from({ length: 8 }, () => 429));
    const at = { origin: 'log.example', host: '127.0.0.1', port: 0 };
    const server = await serveWitness({ ...at, witness, onFault: () => undefined });
    const init = { method: 'POST', body: bodies[39] ?? '' };
    const response = await fetch(`http://127.0.0.1:${server.port}/add-checkpoint`, init);
    expect([response.status, response.headers.get('retry-after')]).toEqual([429, '1']);
    await server.close();
    expect(await statusOf(await log.submission(3, 8))).toBe(409);
    disk.resolve();
    await Promise.all(statuses);
    expect(answered.slice(8)).toEqual([200, ...Array.from({ length: 31 }, () => 409)]);
  });
});

describe('refuses', () => {
  it('an unknown log with 404', async () => {
    const other = await createLog(await logSigner('other.example'));
    expect(await statusOf(await other.submission(0, 1))).toBe(404);
  });

  it('a signature of another key of that name, and none, with 403', async () => {
    const twin = await createLog(await logSigner());
    expect(await statusOf(await twin.submission(0, 1))).toBe(403);
    const body = await log.submission(0, 1);
    expect(await statusOf(body.replace('\n1\n', '\n2\n'))).toBe(403);
  });

  it.each<[string, (body: string) => string]>([
    ['no old size', (body) => body.slice(body.indexOf('\n'))],
    ['an old size above the new one', (body) => body.replace('old 0', 'old 9')],
    ['64 hashes', (body) => body.replace('old 0\n', `old 0\n${`${'A'.repeat(43)}=\n`.repeat(64)}`)],
    ['nothing', () => ''],
  ])('a body with %s with 400', async (_, change) => {
    expect(await statusOf(change(await log.submission(0, 3)))).toBe(400);
  });

  it('a proof from nothing that is not empty, and a false empty log, with 422', async () => {
    const read = parseSubmission(await log.submission(0, 3));
    expect(await statusOf(formatSubmission({ ...read, hashes: [emptyRoot] }))).toBe(422);
    const root = emptyRoot.with(0, 0);
    const checkpoint = await signCheckpoint({ size: 0, root }, signer);
    expect(await statusOf(formatSubmission({ oldSize: 0, hashes: [], checkpoint }))).toBe(422);
  });

  const kept = async (kind: string) => (await readdir(join(folder, kind))).toSorted();

  it('a replay of what it has cosigned, and reports nothing', async () => {
    const first = await log.submission(0, 4);
    await witness.addCheckpoint(first);
    await witness.addCheckpoint(await log.submission(4, 9));
    expect(await witness.addCheckpoint(first)).toEqual({ status: 409, body: '9\n' });
    await state.close();
    await start();
    expect(await statusOf(first)).toBe(409);
    expect(await statusOf((await log.submission(0, 4)).replace('old 0', 'old 9'))).toBe(400);
    expect(alarms).toEqual([]);
    expect([...(await kept('evidence')), ...(await kept('unproved'))]).toEqual([]);
  });

  it('a smaller tree that it never cosigned, and says that nothing shows it', async () => {
    await witness.addCheckpoint(await log.submission(0, 9));
    expect(await statusOf(await log.submission(0, 5))).toBe(409);
    expect(alarms).toMatchObject([{ level: 'warn', fault: 'not shown to extend', size: 5 }]);
    expect(await kept('evidence')).toEqual([]);
  });

  it('a smaller tree with another root than the one it cosigned, and reports the fork', async () => {
    await witness.addCheckpoint(await log.submission(0, 5));
    await witness.addCheckpoint(await log.submission(5, 9));
    expect(await statusOf(await fork.submission(0, 5))).toBe(409);
    expect(alarms).toMatchObject([{ level: 'error', fault: 'fork', size: 5, seen_size: 9 }]);
  });

  it('another root of the same size, reports the fork, and keeps both notes', async () => {
    await witness.addCheckpoint(await log.submission(0, 9));
    const seen = await witness.latest();
    const other = await fork.submission(9, 9);
    expect(await statusOf(other)).toBe(422);
    expect(alarms).toMatchObject([{ level: 'error', fault: 'fork', size: 9, seen_size: 9 }]);
    const [note = '', contradicted = ''] = await kept('evidence');
    const read = (name: string) => readFile(join(folder, 'evidence', name), 'utf8');
    expect(await read(note)).toBe(parseSubmission(other).checkpoint);
    expect(contradicted).toBe(`${note}.seen`);
    expect(await read(contradicted)).toBe(seen);
  });

  it('a larger tree that is not proved to extend the last, and keeps the proof', async () => {
    await witness.addCheckpoint(await log.submission(0, 9));
    const unproved = await fork.submission(9, 20);
    expect(await statusOf(unproved)).toBe(422);
    const fault = 'not shown to extend';
    expect(alarms).toMatchObject([{ level: 'warn', fault, size: 20, seen_size: 9 }]);
    const names = await kept('unproved');
    expect(names.map((name) => name.split('.')[1])).toEqual([undefined, 'proof', 'seen']);
    const proof = await readFile(join(folder, 'unproved', names[1] ?? ''), 'utf8');
    expect(unproved.startsWith(`old 9\n${proof}\n`)).toBe(true);
    expect(await statusOf(await log.submission(9, 20))).toBe(200);
  });

  it('a fork whose evidence a stranger has tried to crowd out', async () => {
    await witness.addCheckpoint(await log.submission(0, 130));
    for (let size = 1; size <= 120; size += 1) await statusOf(await log.submission(0, size));
    const names = (await kept('unproved')).filter((name) => !name.includes('.'));
    const sizes = names.map((name) => Number(name.split('-')[0])).toSorted((x, y) => x - y);
    expect(sizes).toEqual(Array.from({ length: 100 }, (_, index) => index + 21));
    expect(await statusOf(await fork.submission(130, 130))).toBe(422);
    expect(await kept('evidence')).toHaveLength(2);
  });
});
