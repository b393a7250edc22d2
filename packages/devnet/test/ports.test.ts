import { once } from 'node:events';
import { createServer } from 'node:net';
import { expect, test } from 'vitest';
import { freePort, requirePort } from '../src/ports.ts';

test('answers other ports each time, none of which an outgoing connection may take', async () => {
  const ports = await Promise.all(Array.from({ length: 20 }, freePort));
  expect(new Set(ports).size).toBe(20);
  expect(Math.max(...ports)).toBeLessThan(32_768);
});

test('passes over a port that is taken, and names it with its setting', async () => {
  const port = (await freePort()) + 1;
  expect(await requirePort(port, 'SVC_SOME_PORT')).toBe(port);
  await using server = createServer().listen(port, '127.0.0.1');
  await once(server, 'listening');
  expect(await freePort()).toBeGreaterThan(port);
  const attempt = requirePort(port, 'SVC_SOME_PORT');
  await expect(attempt).rejects.toThrow(new RegExp(`port ${port}.*set SVC_SOME_PORT`));
});
