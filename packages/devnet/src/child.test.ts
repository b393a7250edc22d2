import { mkdtempDisposable, readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { startChild } from './child.ts';
import { commandLine } from './processes.ts';

async function start(script: string, more: { readyTimeoutMs?: number; logFile: string }) {
  return await startChild({
    command: process.execPath,
    args: ['-e', script],
    ready: (output) => output.includes('ready'),
    ...more,
  });
}

test('waits until the child is ready, and stops it', async () => {
  await using dir = await mkdtempDisposable(join(tmpdir(), 'child-'));
  const logFile = join(dir.path, 'log');
  const child = await start(`console.log('ready'); setInterval(() => {}, 1e6)`, { logFile });
  expect(commandLine(child.pid)).toContain('setInterval');
  await child.stop();
  expect(await child.exited).toBe('SIGTERM');
  expect(commandLine(child.pid)).toBeUndefined();
  expect(await readFile(logFile, 'utf8')).toBe('ready\n');
  await child.stop();
});

test('kills a child that does not stop in time', async () => {
  await using dir = await mkdtempDisposable(join(tmpdir(), 'child-'));
  const deaf = `process.on('SIGTERM', () => {}); console.log('ready'); setInterval(() => {}, 1e6)`;
  const child = await start(deaf, { logFile: join(dir.path, 'log') });
  await child.stop(50);
  expect(await child.exited).toBe('SIGKILL');
});

test('shows the log of a child that dies instead of getting ready', async () => {
  await using dir = await mkdtempDisposable(join(tmpdir(), 'child-'));
  const attempt = start(`console.error('no disk'); process.exit(3)`, {
    logFile: join(dir.path, 'log'),
  });
  await expect(attempt).rejects.toThrow(/it ended with 3\nno disk/);
});

test('ends a child that is not ready in time', async () => {
  await using dir = await mkdtempDisposable(join(tmpdir(), 'child-'));
  const logFile = join(dir.path, 'log');
  const attempt = start('setInterval(() => {}, 1e6)', { logFile, readyTimeoutMs: 50 });
  await expect(attempt).rejects.toThrow('waited 50 ms in vain');
});

test('names a command that does not exist', async () => {
  await using dir = await mkdtempDisposable(join(tmpdir(), 'child-'));
  const attempt = startChild({
    command: 'no-such-command',
    args: [],
    logFile: join(dir.path, 'log'),
    ready: () => true,
  });
  await expect(attempt).rejects.toThrow('no-such-command');
});
