/** Contract suite of the bus; run against each adapter. */

import { randomBytes } from 'node:crypto';
import { jetstream } from '@nats-io/jetstream';
import type { Envelope } from '@svc/contracts';
import { createDatabase, dropDatabases, until } from '@svc/devnet';
import { Pool } from 'pg';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import type { Bus, BusDelivery } from '../src/events/bus.ts';
import { jetStreamBus } from '../src/events/bus-jetstream.ts';
import { postgresBus } from '../src/events/bus-postgres.ts';
import { createLogger } from '../src/process/log.ts';
import { connectNats } from '../src/process/nats.ts';

const log = createLogger({ name: 'test', level: 'silent' });
const natsUrl = inject('natsUrl');

interface Adapter {
  bus: Bus;
  /** A message that nobody made with `publish`. */
  inject(producer: string, text: string): Promise<void>;
  close(): Promise<void>;
}

const adapters: Record<string, () => Promise<Adapter>> = {
  postgres: async () => {
    const name = `t${randomBytes(6).toString('hex')}`;
    const url = await createDatabase(inject('postgresUrl'), name);
    const bus = await postgresBus({ url, log });
    const pool = new Pool({ connectionString: url, max: 1 });
    // Dropping the database at the end cuts connections that are still closing.
    pool.on('error', () => undefined);
    return {
      bus,
      inject: async (producer, text) => {
        await pool.query(
          `with m as (insert into bus.message (producer, event_id, envelope)
             values ($1, gen_random_uuid(), $2) returning seq)
           insert into bus.pending (consumer, seq)
             select name, seq from bus.consumer, m where producer = $1`,
          [producer, text],
        );
      },
      close: async () => {
        await pool.end();
        await bus.close();
        await dropDatabases(inject('postgresUrl'), name);
      },
    };
  },
  ...(natsUrl && {
    jetstream: async () => {
      const nats = await connectNats({ url: natsUrl, role: 'test' }, 'test', log);
      const namespace = `t${randomBytes(6).toString('hex')}`;
      return {
        bus: jetStreamBus({ nats, namespace, replicas: 1, log }),
        inject: async (producer, text) => {
          await jetstream(nats.connection).publish(`${namespace}.fact.${producer}.any`, text);
        },
        close: nats.close,
      };
    },
  }),
};

describe.each(Object.keys(adapters))('the bus on %s', (adapter) => {
  let bus: Bus;
  let injectText: Adapter['inject'];
  let close: () => Promise<void>;
  beforeAll(async () => {
    const opened = await adapters[adapter]?.();
    if (!opened) throw new Error(`no adapter ${adapter}`);
    ({ bus, inject: injectText, close } = opened);
  });
  afterAll(() => close?.());

  /** Collects deliveries; `answer` decides what becomes of each. */
  const listen = async (
    producer: string,
    answer: (delivery: BusDelivery) => Promise<void> = (delivery) => delivery.ack(),
    consumer = `consumer-${randomBytes(4).toString('hex')}`,
  ) => {
    const got: { id: string; count: number }[] = [];
    const rejected: string[] = [];
    const subscription = await bus.subscribe({
      producer,
      consumer,
      handle: async (deliveries) => {
        for (const delivery of deliveries) {
          got.push({ id: delivery.envelope.id, count: delivery.count });
          await answer(delivery);
        }
      },
      reject: async ({ text }) => {
        rejected.push(text);
      },
    });
    const seen = (count: number) =>
      until(() => got.length >= count, { timeoutMs: 60_000, what: `${count} deliveries` });
    return { got, rejected, seen, stop: subscription.stop };
  };
  const freshProducer = async () => {
    const producer = `p${randomBytes(4).toString('hex')}`;
    await bus.assertStream(producer);
    return producer;
  };

  it('delivers what was published before the consumer existed', async () => {
    const producer = await freshProducer();
    await bus.publish(event(producer, 1));
    const { got, seen, stop } = await listen(producer);
    await bus.publish(event(producer, 2));
    await seen(2);
    await stop();
    expect(got).toEqual([
      { id: 'evt_1', count: 1 },
      { id: 'evt_2', count: 1 },
    ]);
  });

  it('drops a repeated message by its id', async () => {
    const producer = await freshProducer();
    const first = await bus.publish(event(producer, 1));
    expect(await bus.publish(event(producer, 1))).toBe(first);
    await bus.publish(event(producer, 2));
    const { got, seen, stop } = await listen(producer);
    await seen(2);
    await stop();
    expect(got.map((each) => each.id)).toEqual(['evt_1', 'evt_2']);
  });

  it('numbers the stream upwards and returns its end', async () => {
    const producer = await freshProducer();
    const first = await bus.publish(event(producer, 1));
    const second = await bus.publish(event(producer, 2));
    expect(second).toBeGreaterThan(first);
    expect((await bus.streamState(producer)).lastSequence).toBe(second);
  });

  it('redelivers, and counts, what was not acknowledged', async () => {
    const producer = await freshProducer();
    await bus.publish(event(producer, 1));
    const { got, seen, stop } = await listen(producer, (delivery) =>
      delivery.count < 3 ? delivery.nak(10) : delivery.ack(),
    );
    await seen(3);
    await stop();
    expect(got.map((each) => each.count)).toEqual([1, 2, 3]);
  });

  it('lets others pass a message that is delayed', async () => {
    const producer = await freshProducer();
    await bus.publish(event(producer, 1));
    const { got, seen, stop } = await listen(producer, (delivery) =>
      delivery.envelope.id === 'evt_1' ? delivery.nak(60_000) : delivery.ack(),
    );
    await seen(1);
    await bus.publish(event(producer, 2));
    await seen(2);
    await stop();
    expect(got.map((each) => each.id)).toEqual(['evt_1', 'evt_2']);
  });

  // Postgres stores nothing that is not JSON.
  const texts = ['null', '{}', '[]', '"text"', '{"id":"evt_x"}'];
  it.each(adapter === 'postgres' ? texts : [...texts, 'not json', ''])(
    'rejects a message that is no envelope, and continues: %s',
    async (text) => {
      const producer = await freshProducer();
      const { got, rejected, seen, stop } = await listen(producer);
      await injectText(producer, text);
      await bus.publish(event(producer, 2));
      await seen(1);
      await until(() => rejected.length > 0, { timeoutMs: 60_000, what: 'the rejection' });
      await stop();
      expect(got.map(({ id }) => id)).toEqual(['evt_2']);
      expect(rejected).toEqual([text]);
    },
  );

  it('returns the id of the message with a number', async () => {
    const producer = await freshProducer();
    const first = await bus.publish(event(producer, 1));
    const repeat = await bus.publish(event(producer, 1), 'evt_1.1');
    expect(repeat).toBeGreaterThan(first);
    expect(await bus.messageId(producer, first)).toBe('evt_1');
    expect(await bus.messageId(producer, repeat)).toBe('evt_1.1');
    expect(await bus.messageId(producer, repeat + 1)).toBeUndefined();
  });

  it('identifies a stream by an id that outlives its assertion', async () => {
    const producer = await freshProducer();
    const { identity } = await bus.streamState(producer);
    await bus.assertStream(producer);
    expect(identity).not.toBe('');
    expect((await bus.streamState(producer)).identity).toBe(identity);
  });

  it('keeps the position of a consumer that was stopped', async () => {
    const producer = await freshProducer();
    const name = `consumer-${randomBytes(4).toString('hex')}`;
    await bus.publish(event(producer, 1));
    const before = await listen(producer, undefined, name);
    await before.seen(1);
    await before.stop();
    await bus.publish(event(producer, 2));
    const after = await listen(producer, undefined, name);
    await after.seen(1);
    await after.stop();
    expect(after.got.map((each) => each.id)).toEqual(['evt_2']);
  });

  it('delivers only subscribed types, and keeps none of the others', async () => {
    const producer = await freshProducer();
    const consumer = `consumer-${randomBytes(4).toString('hex')}`;
    for (const n of [1, 2, 3]) {
      await bus.publish({ ...event(producer, n), ...(n === 2 && { type: 'note.other' }) });
    }
    const got: string[] = [];
    const types = new Set(['note.other']);
    const reject = async () => undefined;
    const handle = async (deliveries: readonly BusDelivery[]) => {
      got.push(...deliveries.map(({ envelope }) => envelope.id));
      for (const delivery of deliveries) await delivery.ack();
    };
    const subscription = await bus.subscribe({ producer, consumer, types, handle, reject });
    await until(() => got.length > 0, { timeoutMs: 60_000, what: 'the one' });
    await subscription.stop();
    const after = await listen(producer, undefined, consumer);
    await bus.publish(event(producer, 4));
    await after.seen(1);
    await after.stop();
    expect(got).toEqual(['evt_2']);
    expect(after.got.map(({ id }) => id)).toEqual(['evt_4']);
  });

  it('shares one consumer among replicas', async () => {
    const producer = await freshProducer();
    const name = `consumer-${randomBytes(4).toString('hex')}`;
    const [a, b] = await Promise.all([
      listen(producer, undefined, name),
      listen(producer, undefined, name),
    ]);
    await Promise.all(Array.from({ length: 50 }, (_, n) => bus.publish(event(producer, n))));
    await until(() => a.got.length + b.got.length >= 50, { timeoutMs: 60_000, what: 'all' });
    await Promise.all([a.stop(), b.stop()]);
    expect(new Set([...a.got, ...b.got].map((each) => each.id)).size).toBe(50);
    expect(a.got.length + b.got.length).toBe(50);
  });
});

const event = (producer: string, n: number): Envelope => ({
  id: `evt_${n}`,
  producer,
  type: 'note.added',
  tenant_id: 'ten_a',
  job_id: '',
  sequence: 0,
  created_at: '2026-11-02T08:00:00.000Z',
  data: { n },
  internals: {},
});
