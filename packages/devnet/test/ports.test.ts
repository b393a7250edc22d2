import { once } from 'node:events';
import { createServer } from 'node:net';
import { expect, test } from 'vitest';
import { freePort, requirePort } from '../src/ports.ts';

test('accepts a port that is free', async () => {
  const port = await freePort();
  expect(await requirePort(port, 'SVC_SOME_PORT')).toBe(port);
});

test('answers other ports each time, none of which an outgoing connection may take', async () => {
  const ports = await Promise.all(Array.from({ length: 20 }, freePort));
  expect(new Set(ports).size).toBe(20);
  expect(Math.max(...ports)).toBeLessThan(32_768);
});

test('passes over a port that is taken', async () => {
  const before = await freePort();
  await using server = createServer().listen(before + 1, '127.0.0.1');
  await once(server, 'listening');
  expect(await freePort()).toBeGreaterThan(before + 1);
});

test('names the port and the setting when it is taken', async () => {
  await using server = createServer().listen(await freePort(), '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('not a TCP server');
  const attempt = requirePort(address.port, 'SVC_SOME_PORT');
  await expect(attempt).rejects.toThrow(new RegExp(`port ${address.port}.*set SVC_SOME_PORT`));
});
