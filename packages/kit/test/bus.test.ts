/** Contract suite of the bus; run against each adapter. */

import { randomBytes } from 'node:crypto';
import { jetstream } from '@nats-io/jetstream';
import type { Envelope } from '@svc/contracts';
import { createDatabase, dropDatabases } from '@svc/devnet';
import { Pool } from 'pg';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import type { Bus, BusDelivery } from '../src/events/bus.ts';
import { jetStreamBus } from '../src/events/bus-jetstream.ts';
import { postgresBus } from '../src/events/bus-postgres.ts';
import { connectNats } from '../src/nats/nats.ts';
import { createLogger } from '../src/observability/log.ts';
import { becomes, noteAdded } from './notes.ts';

const log = createLogger({ name: 'test', level: 'silent' });
const natsUrl = inject('natsUrl');

interface Adapter {
  bus: Bus;
  /** Injects a message that `publish` could not have made. */
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

  /** Collects deliveries; `answer` decides how each is acknowledged. */
  const listen = async (
    producer: string,
    answer: (delivery: BusDelivery) => Promise<void> = (delivery) => delivery.ack(),
    consumer = newName(),
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
    const seen = (count: number) => becomes(`${count} deliveries`, () => got.length >= count);
    return { got, rejected, seen, stop: subscription.stop };
  };
  /** Stops the consumer after this many deliveries. */
  const taken = async (count: number, ...how: Parameters<typeof listen>) => {
    const { got, seen, stop } = await listen(...how);
    await seen(count);
    await stop();
    return got;
  };
  const newName = () => `p${randomBytes(4).toString('hex')}`;
  const freshProducer = async () => {
    const producer = newName();
    await bus.assertStream(producer);
    return producer;
  };

  it('numbers messages upwards, drops one that is repeated, and delivers earlier ones', async () => {
    const producer = await freshProducer();
    const { identity } = await bus.streamState(producer);
    const first = await bus.publish(event(producer, 1));
    expect(await bus.publish(event(producer, 1))).toBe(first);
    const second = await bus.publish(event(producer, 2));
    expect(second).toBeGreaterThan(first);
    await bus.assertStream(producer);
    expect(await bus.streamState(producer)).toMatchObject({ identity, lastSequence: second });
    expect(identity).not.toBe('');
    expect(await taken(2, producer)).toEqual([
      { id: 'evt_1', count: 1 },
      { id: 'evt_2', count: 1 },
    ]);
    const repeat = await bus.publish(event(producer, 1), 'evt_1.1');
    const ids = [first, repeat, repeat + 1].map((number) => bus.messageId(producer, number));
    expect(await Promise.all(ids)).toEqual(['evt_1', 'evt_1.1', undefined]);
  });

  it('redelivers, and counts, what was not acknowledged', async () => {
    const producer = await freshProducer();
    await bus.publish(event(producer, 1));
    const got = await taken(3, producer, (delivery) =>
      delivery.count < 3 ? delivery.nak(10) : delivery.ack(),
    );
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

  // Postgres stores only JSON.
  const texts = ['null', '{}', '[]', '"text"', '{"id":"evt_x"}'];
  it.each(adapter === 'postgres' ? texts : [...texts, 'not json', ''])(
    'rejects a message that is no envelope, and continues: %s',
    async (text) => {
      const producer = await freshProducer();
      const { got, rejected, seen, stop } = await listen(producer);
      await injectText(producer, text);
      await bus.publish(event(producer, 2));
      await seen(1);
      await becomes('the rejection', () => rejected.length > 0);
      await stop();
      expect(got.map(({ id }) => id)).toEqual(['evt_2']);
      expect(rejected).toEqual([text]);
    },
  );

  it('keeps the position of a consumer that was stopped', async () => {
    const [producer, name] = [await freshProducer(), newName()];
    await bus.publish(event(producer, 1));
    await taken(1, producer, undefined, name);
    await bus.publish(event(producer, 2));
    expect(await taken(1, producer, undefined, name)).toEqual([{ id: 'evt_2', count: 1 }]);
  });

  it('delivers only subscribed types, and keeps none of the others', async () => {
    const [producer, consumer] = [await freshProducer(), newName()];
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
    await becomes('the one', () => got.length > 0);
    await subscription.stop();
    await bus.publish(event(producer, 4));
    expect(got).toEqual(['evt_2']);
    expect(await taken(1, producer, undefined, consumer)).toMatchObject([{ id: 'evt_4' }]);
  });

  it('shares one consumer among replicas', async () => {
    const [producer, name] = [await freshProducer(), newName()];
    const [a, b] = await Promise.all([
      listen(producer, undefined, name),
      listen(producer, undefined, name),
    ]);
    await Promise.all(Array.from({ length: 50 }, (_, n) => bus.publish(event(producer, n))));
    await becomes('all', () => a.got.length + b.got.length >= 50);
    await Promise.all([a.stop(), b.stop()]);
    const ids = [...a.got, ...b.got].map((each) => each.id);
    expect([ids.length, new Set(ids).size]).toEqual([50, 50]);
  });
});

const event = (producer: string, n: number): Envelope =>
  noteAdded('', 0, { id: `evt_${n}`, producer });
