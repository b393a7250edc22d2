/** Calls over NATS: many in one turn of the event loop, and messages that are larger than it carries. */
import { Socket } from 'node:net';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { afterEach, describe, expect, inject, it, vi } from 'vitest';
import {
  type ActionHandler,
  type Broker,
  createBroker,
  type Neighbours,
} from '../src/nats/broker.ts';
import { connectNats, type NatsLink } from '../src/nats/nats.ts';
import { createLogger } from '../src/observability/log.ts';
import { createMetrics } from '../src/observability/metrics.ts';

const url = inject('natsUrl');
const log = createLogger({ name: 'test', level: 'silent' });
const metrics = createMetrics({ defaults: false });
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
    const nats = [{ login: { role: name, announces: false }, link }];
    const made = createBroker({ namespace, name, nats, log, metrics });
    opened.push({ broker: made, link });
    made.serve('notes', actions);
    await made.start();
    return made;
  }

  const echo: ActionHandler = async (input) => ({ ok: input });
  const succeeds = async (client: Broker, input: object = { a: 1 }) =>
    expect(await client.call('notes', 'echo', input, meta)).toEqual({ ok: input });

  it('larger than a message, or with such a reply, is refused, and the next succeeds', async () => {
    const double: ActionHandler = async () => ({ ok: 'x'.repeat(2 * 1_048_576) });
    await broker('server', { echo, double });
    const client = await broker('client');
    const tooLarge = { refused: { code: 'payload_too_large' } };
    const input = { text: 'x'.repeat(2 * 1_048_576) };
    expect(await client.call('notes', 'echo', input, meta)).toMatchObject(tooLarge);
    expect(await client.call('notes', 'double', {}, meta)).toMatchObject(tooLarge);
    await succeeds(client);
  });

  it('is sent in one write with others of the same turn, from any callbacks', async () => {
    await broker('server', { echo });
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

  /** Publishes past the kit, under a right of its own. */
  const publish = (link: NatsLink, packet: string, content: object) =>
    link.connection.publish(
      `MOL-${namespace}.${packet}`,
      JSON.stringify({ ver: '5', sender: 'client', id: 'x', meta: {}, level: 1, ...content }),
    );
  const linkOf = (made: Broker): NatsLink => {
    const found = opened.find(({ broker: each }) => each === made);
    if (!found) throw new Error('not opened here');
    return found.link;
  };

  it('runs the action of its subject, not one that only the packet names', async () => {
    const run: string[] = [];
    const recorded =
      (name: string): ActionHandler =>
      async () => ({ ok: run.push(name) });
    await broker('server', { read: recorded('read'), erase: recorded('erase') });
    const client = await broker('client');
    const params = { input: {}, meta };
    publish(linkOf(client), 'REQB.notes.read', { action: 'notes.erase', params });
    await client.call('notes', 'read', {}, meta);
    expect(run).toEqual(['read']);
  });

  it('sends no command to NATS in the name of its sender', async () => {
    await broker('server', { echo });
    const client = await broker('client');
    const seen: string[] = [];
    linkOf(client).connection.subscribe('forged', {
      callback: (_error, { subject }) => void seen.push(subject),
    });
    const params = { input: {}, meta };
    const sender = 'x 0\r\n\r\nPUB forged 0\r\n\r\nPUB y';
    publish(linkOf(client), 'REQB.notes.echo', { action: 'notes.echo', params, sender });
    await succeeds(client);
    expect(seen).toEqual([]);
  });

  it('succeeds after packets about nodes of any name', async () => {
    const server = await broker('server', { echo });
    const client = await broker('client');
    for (const sender of ['server', 'client']) {
      for (const packet of ['INFO', 'DISCONNECT', 'HEARTBEAT', 'DISCOVER', 'PING', 'EVENT']) {
        for (const target of ['', `.${sender}`]) {
          publish(linkOf(client), packet + target, { sender, instanceID: 'other', services: [] });
        }
      }
    }
    await linkOf(client).connection.flush();
    await linkOf(server).connection.flush();
    await succeeds(client);
  });

  it('returns unavailable long before its timeout without a server, and is counted', async () => {
    const client = await broker('client');
    metrics.callsUnanswered.reset();
    const before = performance.now();
    expect(await client.call('notes', 'none', {}, meta)).toEqual({ fault: 'unavailable' });
    expect(performance.now() - before).toBeLessThan(5_000);
    const counted = await metrics.callsUnanswered.get();
    expect(counted.values).toEqual([{ labels: { target: 'notes' }, value: 1 }]);
  });

  it('to a service of the same process stays inside until that service stops', async () => {
    const neighbours: Neighbours = new Map();
    const caller = createBroker({ namespace, name: 'caller', neighbours, log, metrics });
    const inside = createBroker({ namespace, name: 'inside', neighbours, log, metrics });
    const fails: ActionHandler = async () => Promise.reject(new Error('a bug'));
    inside.serve('notes', { echo, fails });
    await succeeds(caller);
    expect(await caller.call('notes', 'fails', {}, meta)).toEqual({ fault: 'unavailable' });
    // A process calls itself, to see whether NATS delivers.
    expect(await caller.overNats.call('notes', 'echo', {}, meta)).toEqual({ fault: 'unavailable' });
    await inside.stop(1_000);
    expect(await caller.call('notes', 'echo', {}, meta)).toEqual({ fault: 'unavailable' });
  });

  it('reaches a service that starts a moment later, and is described by itself', async () => {
    const client = await broker('client');
    const answer = succeeds(client);
    await broker('server', { echo });
    await answer;
    expect(await client.nodes()).toMatchObject([{ id: 'server', version: 'development' }]);
  });
});
