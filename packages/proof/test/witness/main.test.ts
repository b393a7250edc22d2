/** The program itself: first start, responses over HTTP, and a second process on the same state. */
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { until } from '@svc/devnet/until';
import { afterAll, expect, it } from 'vitest';
import { parseSignedCheckpoint } from '../../src/log/checkpoint.ts';
import { formatVkey, parseVkey } from '../../src/log/note-key.ts';
import { createLog, logSigner } from './logs.ts';

const signer = await logSigner();
const folder = await mkdtemp(join(tmpdir(), 'witness-main-'));
afterAll(() => rm(folder, { recursive: true }));
const program = join(import.meta.dirname, '../../src/witness/main.ts');
const own = ['--log', 'http://127.0.0.1:9/log', '--key', join(folder, 'key'), '--state', folder];
const first = ['--name', 'witness.example/w1', '--log-key', formatVkey(signer.key), '--port', '0'];

function start(...args: string[]) {
  const child = spawn(process.execPath, [program, ...args], { stdio: ['ignore', 'pipe', 'pipe'] });
  let out = '';
  child.stdout.on('data', (part: Buffer) => {
    out += part.toString();
  });
  return { child, out: () => out, exit: once(child, 'exit') };
}

it('cosigns over HTTP, shows its last checkpoint, and holds its state alone', async () => {
  const running = start(...own, ...first);
  const find = () => /address {2}(\S+)/.exec(running.out())?.[1];
  const address = await until(find, { timeoutMs: 30_000, what: 'the address of the witness' });
  const vkey = /witness {2}(\S+)/.exec(running.out())?.[1] ?? '';
  expect(parseVkey(vkey).name).toBe('witness.example/w1');
  expect(await readFile(join(folder, 'log.vkey'), 'utf8')).toBe(`${formatVkey(signer.key)}\n`);

  const log = await createLog(signer);
  const post = (body: string) => fetch(`${address}/add-checkpoint`, { method: 'POST', body });
  const origin = createHash('sha256').update('log.example').digest('hex');
  expect((await fetch(`${address}/${origin}/checkpoint`)).status).toBe(404);
  expect((await post(await log.submission(0, 3))).status).toBe(200);
  const conflict = await post(await log.submission(0, 4));
  expect(conflict.status).toBe(409);
  expect(conflict.headers.get('content-type')).toBe('text/x.tlog.size');
  expect(await conflict.text()).toBe('3\n');
  const shown = await fetch(`${address}/${origin}/checkpoint`);
  expect(parseSignedCheckpoint(await shown.text()).note.signatures).toHaveLength(2);
  expect((await fetch(`${address}/add-checkpoint`)).status).toBe(405);
  expect((await post('a'.repeat(300_000))).status).toBe(400);

  const second = start(...own, '--port', '0');
  const fault = text(second.child.stderr);
  expect((await second.exit)[0]).toBe(1);
  expect(await fault).toContain('uses this state directory');
  running.child.kill('SIGKILL');
  await running.exit;

  // The lock of a killed process does not keep the next one out.
  const third = start(...own, '--port', '0');
  const isThere = () => third.out().includes('address');
  await until(isThere, { timeoutMs: 30_000, what: 'the address of the next one' });
  third.child.kill('SIGTERM');
  expect((await third.exit)[0]).toBe(0);
});

it.each([
  ['a missing option', ['--log', 'http://127.0.0.1:9/log'], 2, /--key/],
  ['a missing name', own.with(3, join(folder, 'absent')), 1, /--name NAME creates a key/],
])('names %s, and ends', async (_what, args, code, fault) => {
  const { child, exit } = start(...args);
  const said = text(child.stderr);
  expect((await exit)[0]).toBe(code);
  expect(await said).toMatch(fault);
});

it('refuses a state directory whose path is too long for the lock in it, and locks nothing else', async () => {
  const name = 'd'.repeat(110);
  const long = join(folder, name);
  const { child, exit } = start(...own.with(5, long), ...first);
  const fault = text(child.stderr);
  expect((await exit)[0]).toBe(1);
  expect(await fault).toMatch(
    /^The path of the state directory is \d+ bytes too long .* relative path/,
  );
  expect(await readdir(long)).toEqual([]);
  expect((await readdir(folder)).filter((each) => each.startsWith('d'))).toEqual([name]);
});
