/** Calls over NATS: many in one turn of the event loop, and messages that are larger than it carries. */
import { Socket } from 'node:net';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { afterEach, describe, expect, inject, it, vi } from 'vitest';
import { type ActionHandler, type Broker, createBroker } from '../src/calls/broker.ts';
import { createLogger } from '../src/process/log.ts';
import { connectNats, type NatsLink } from '../src/process/nats.ts';

const url = inject('natsUrl');
const log = createLogger({ name: 'test', level: 'silent' });
const meta = { tenant: 'ten_a', actor: 'test', requestId: 'req_1' };

describe.skipIf(url === undefined)('a call over NATS', () => {
  const opened: { broker: Broker; link: NatsLink }[] = [];
  afterEach(async () => {
    for (const { broker, link } of opened.splice(0)) {
      await broker.stop(1_000);
      await link.close();
    }
  });

  const namespace = `calls-${crypto.randomUUID()}`;
  async function broker(name: string, actions: Record<string, ActionHandler> = {}) {
    const login = { url: url ?? '', role: name };
    const link = await connectNats(login, name, log);
    const made = createBroker({ namespace, name, nats: { login, link }, log });
    opened.push({ broker: made, link });
    made.serve('notes', actions);
    await made.start();
    return made;
  }

  it('that is larger than a message is refused as such, and the next one is answered', async () => {
    const echo: ActionHandler = async (input) => ({ ok: input });
    await broker('server', { echo });
    const client = await broker('client');
    const text = 'x'.repeat(2 * 1_048_576);
    expect(await client.call('notes', 'echo', { text }, meta)).toMatchObject({
      refused: { code: 'payload_too_large' },
    });
    expect(await client.call('notes', 'echo', { text: 'y' }, meta)).toEqual({ ok: { text: 'y' } });
  });

  it('whose answer is larger than a message is answered with that', async () => {
    await broker('server', { double: async () => ({ ok: 'x'.repeat(2 * 1_048_576) }) });
    const client = await broker('client');
    expect(await client.call('notes', 'double', {}, meta)).toMatchObject({
      refused: { code: 'payload_too_large' },
    });
  });

  it('is sent in one write with others of the same turn, from whatever callbacks', async () => {
    await broker('server', { echo: async (input) => ({ ok: input }) });
    const client = await broker('client');
    const writes = vi.spyOn(Socket.prototype, 'write');
    const texts = Array.from({ length: 20 }, (_, n) => `text ${n}`);
    const call = async (text: string) => {
      await nextTurn();
      return client.call('notes', 'echo', { text }, meta);
    };
    const answers = await Promise.all(texts.map(call));
    const sent = writes.mock.calls.map(([chunk]) => Buffer.from(chunk).toString());
    writes.mockRestore();
    expect(answers).toEqual(texts.map((text) => ({ ok: { text } })));
    const withText = (text: string) => sent.filter((chunk) => chunk.includes(`"${text}"`));
    expect(new Set(texts.map((text) => withText(text)[0])).size).toBe(1);
  });
});
