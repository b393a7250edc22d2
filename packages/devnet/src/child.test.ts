import { mkdtempDisposable, readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { startChild } from './child.ts';
import { commandLine } from './processes.ts';

const folder = () => mkdtempDisposable(join(tmpdir(), 'child-'));
const start = (
  dir: string,
  script: string,
  more: { command?: string; readyTimeoutMs?: number } = {},
) =>
  startChild({
    command: process.execPath,
    args: ['-e', script],
    ready: (output) => output.includes('ready'),
    logFile: join(dir, 'log'),
    ...more,
  });

test('waits until the child is ready, and stops it', async () => {
  await using dir = await folder();
  const child = await start(dir.path, `console.log('ready'); setInterval(() => {}, 1e6)`);
  expect(commandLine(child.pid)).toContain('setInterval');
  await child.stop();
  expect(await child.exited).toBe('SIGTERM');
  expect(commandLine(child.pid)).toBeUndefined();
  expect(await readFile(join(dir.path, 'log'), 'utf8')).toBe('ready\n');
  await child.stop();
});

test('kills a child that does not stop in time', async () => {
  await using dir = await folder();
  const deaf = `process.on('SIGTERM', () => {}); console.log('ready'); setInterval(() => {}, 1e6)`;
  const child = await start(dir.path, deaf);
  await child.stop(50);
  expect(await child.exited).toBe('SIGKILL');
});

test('ends a child that is not ready in time, and shows the log of one that dies', async () => {
  await using dir = await folder();
  const attempt = start(dir.path, `console.error('no disk'); process.exit(3)`);
  await expect(attempt).rejects.toThrow(/it ended with 3\nno disk/);
  const late = start(dir.path, 'setInterval(() => {}, 1e6)', { readyTimeoutMs: 50 });
  await expect(late).rejects.toThrow('waited 50 ms in vain');
  const command = 'no-such-command';
  await expect(start(dir.path, '', { command })).rejects.toThrow(command);
});
