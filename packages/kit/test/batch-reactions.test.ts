/** Reactions to all events that share a transaction; the consumer is that of `reactions.test.ts`. */
import type { Envelope } from '@svc/contracts';
import { expect, it } from 'vitest';
import { z } from 'zod';
import type { BusDelivery, ConsumerOptions } from '../src/events/bus.ts';
import { startConsumer } from '../src/events/reactions.ts';
import type { Ambient } from '../src/service/bind.ts';
import type { BatchReaction, Reaction } from '../src/service/reaction.ts';
import { noteAdded, notesTest } from './notes.ts';

const app = notesTest();
const { take } = app;

const reactionTo = (type: string, handleBatch: BatchReaction['handleBatch']): Reaction => {
  return { producer: 'notes', type, handleBatch };
};
const consumerWith = (...reactions: Reaction[]) => app.consumer({ reactions });
const parse = z.array(z.object({ id: z.string(), job_id: z.string(), sequence: z.int() })).parse;

/** The same consumer, whose reaction takes all events of a batch. */
const batched = (handled: string[][], failOn?: string) =>
  consumerWith(
    reactionTo('note.added', async (events) => {
      const seen = parse(events);
      handled.push(seen.map(({ job_id, sequence }) => `${job_id} ${sequence}`));
      if (seen.some(({ id }) => id === failOn)) throw new Error('told to fail');
    }),
  );

it('batch reactions get new events together, in the order of each job', async () => {
  const handled: string[][] = [];
  const [b, a2, a1] = [noteAdded('b', 1), noteAdded('a', 2), noteAdded('a', 1)];
  const events = [b, a2, a1, noteAdded('c', 2)];
  const consumer = batched(handled);
  expect(await take(events, consumer)).toEqual(['handled', 'handled', 'handled', 'parked']);
  await take([...events, noteAdded('c', 1)], consumer);
  expect(handled).toEqual([['a 1', 'a 2', 'b 1'], ['c 1'], ['c 2']]);
});

it('batch reactions that fail leave no cursor, and each event is handled alone', async () => {
  const handled: string[][] = [];
  const [good, bad] = [noteAdded('alone_a', 1), noteAdded('alone_b', 1)];
  const consumer = batched(handled, bad.id);
  await expect(take([good, bad], consumer)).rejects.toThrow('told to fail');
  expect(await take([good], consumer)).toEqual(['handled']);
  await expect(take([bad], consumer)).rejects.toThrow('told to fail');
  expect(await take([bad], batched(handled))).toEqual(['handled']);
  expect(handled.slice(1)).toEqual([['alone_a 1'], ['alone_b 1'], ['alone_b 1']]);
});

it('batch reactions have the tenant and the trace of each event', async () => {
  const events = ['ab', 'cd'].map((byte) =>
    noteAdded(`job_${byte}`, 1, {
      tenant_id: `ten_${byte}`,
      traceparent: `00-${byte.repeat(16)}-${'ef'.repeat(8)}-01`,
    }),
  );
  const seen: unknown[] = [];
  const context = z.object({ of: z.custom<(event: unknown) => Ambient<unknown>>() });
  const reaction = reactionTo('note.added', async (batch, given) => {
    const { of } = context.parse(given);
    for (const { tenant, actor, requestId, traceparent } of batch.map(of)) {
      seen.push({ tenant, actor, requestId, traceparent });
    }
  });
  await take(events, consumerWith(reaction));
  expect(seen).toEqual(
    events.map(({ id: requestId, tenant_id: tenant, traceparent }) => {
      return { tenant, actor: 'on:note.added', requestId, traceparent };
    }),
  );
});

it('reactions to one event keep their order among those of a batch', async () => {
  const order: string[] = [];
  const all = reactionTo('*', async (events) => {
    const sequences = parse(events).map(({ sequence }) => sequence);
    order.push(sequences.join('+'));
  });
  const handle = async () => {
    order.push('single');
  };
  const events = [1, 2, 3].map((sequence) =>
    noteAdded('mixed', sequence, sequence === 2 ? { type: 'note.ignored' } : {}),
  );
  await take(events, consumerWith(all, { producer: 'notes', type: 'note.ignored', handle }));
  expect(order).toEqual(['1+2', 'single', '3']);
});

/** Subscription of a service, as its consumer requests it of the bus. */
async function subscriptionOf(batchingDelaysMs: Record<string, number> = {}) {
  const wanted = Promise.withResolvers<ConsumerOptions>();
  const subscribe = async (options: ConsumerOptions) => {
    wanted.resolve(options);
    return { stop: async () => {} };
  };
  await startConsumer(app.hearing().runtime, app.consumer({ batchingDelaysMs }), { subscribe });
  return wanted.promise;
}

it('events wait for others as long as the service configures for their producer', async () => {
  expect((await subscriptionOf({ notes: 40, other: 7 })).batchingDelayMs).toBe(40);
  expect((await subscriptionOf({ other: 7 })).batchingDelayMs).toBe(0);
});

it('an event without cursor and reaction is acknowledged, and leaves no row', async () => {
  const { handle } = await subscriptionOf();
  const acknowledged: string[] = [];
  const deliveryOf = (envelope: Envelope): BusDelivery => ({
    ...{ envelope, count: 1, nak: async () => {}, working: () => {} },
    ack: async () => {
      acknowledged.push(envelope.id);
    },
  });
  const events = [
    noteAdded('', 0, { id: 'evt_of_no_concern', type: 'note.ignored' }),
    noteAdded('', 0, { id: 'evt_of_concern' }),
    noteAdded('job_counted', 1, { type: 'note.ignored' }),
  ];
  await handle(events.map(deliveryOf));
  expect(acknowledged.toSorted()).toEqual(events.map(({ id }) => id).toSorted());
  const inbox = await app.sql("select event_id from hearing.inbox where event_id ~ 'concern$'");
  expect(inbox).toEqual([{ event_id: 'evt_of_concern' }]);
  const cursor = await app.sql("select from hearing.job_cursor where job_id = 'job_counted'");
  expect(cursor).toHaveLength(1);
});
