import { mkdtempDisposable } from 'node:fs/promises';
import { connect as connectTcp } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { describe, expect, inject, test } from 'vitest';
import { startNats } from '../src/nats.ts';
import { freePort } from '../src/ports.ts';
import { commandLine } from '../src/processes.ts';

/** INFO line that the server sends to a new connection. */
async function greeting(port: number): Promise<string> {
  const socket = connectTcp(port, '127.0.0.1');
  socket.once('data', () => socket.end());
  return await text(socket);
}

describe.skipIf(inject('natsUrl') === undefined)('nats-server', () => {
  test('answers with JetStream, and is gone when stopped', async () => {
    await using dir = await mkdtempDisposable(join(tmpdir(), 'nats-'));
    const nats = await startNats({ dir: dir.path });
    if (nats === undefined) throw new Error('nats-server is missing');
    expect(await greeting(nats.port)).toContain('"jetstream":true');
    await nats.stop();
    expect(commandLine(nats.pid)).toBeUndefined();
  });

  test('starts again on the same port after a crash', async () => {
    await using dir = await mkdtempDisposable(join(tmpdir(), 'nats-'));
    const port = await freePort();
    const first = await startNats({ dir: dir.path, port });
    await first?.kill();
    const second = await startNats({ dir: dir.path, port });
    expect(second?.url).toBe(`nats://127.0.0.1:${port}`);
    await second?.remove();
  });
});
