/** Calls over NATS: messages that are larger than it carries. */
import { afterEach, describe, expect, inject, it } from 'vitest';
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
});
