/** Reactions to all events that share a transaction; the consumer is that of `reactions.test.ts`. */
import type { Envelope } from '@svc/contracts';
import { expect, it } from 'vitest';
import { z } from 'zod';
import type { BusDelivery, ConsumerOptions } from '../src/events/bus.ts';
import { consumeEvent, consumeEvents } from '../src/events/consumer.ts';
import { consumersOf, startConsumer } from '../src/events/reactions.ts';
import type { Ambient } from '../src/service/bind.ts';
import type { Reaction } from '../src/service/reaction.ts';
import { notesTest } from './notes.ts';

const app = notesTest();

/** The same consumer, whose reaction takes all events of a batch. */
const batched = (handled: string[][], failOn?: string) => {
  const { definition } = app.hearing();
  const parse = z.array(z.object({ id: z.string(), job_id: z.string(), sequence: z.int() }));
  const reaction: Reaction = {
    producer: 'notes',
    type: 'note.added',
    handleBatch: async (events) => {
      const seen = parse.parse(events);
      handled.push(seen.map(({ job_id, sequence }) => `${job_id} ${sequence}`));
      if (seen.some(({ id }) => id === failOn)) throw new Error('told to fail');
    },
  };
  const [consumer] = consumersOf({ ...definition, reactions: [reaction] });
  if (!consumer) throw new Error('no consumer');
  return consumer;
};

it('batch reactions get new events together, in the order of each job', async () => {
  const handled: string[][] = [];
  const consumer = batched(handled);
  const { runtime } = app.hearing();
  const events = [
    ...[envelope('job_set_b', 1), envelope('job_set_a', 2), envelope('job_set_a', 1)],
    envelope('job_set_c', 2),
  ];
  const results = await consumeEvents(runtime, consumer, events);
  expect(events.map((event) => results.get(event))).toEqual([
    ...['handled', 'handled', 'handled', 'parked'],
  ]);
  await consumeEvents(runtime, consumer, [...events, envelope('job_set_c', 1)]);
  expect(handled).toEqual([
    ['job_set_a 1', 'job_set_a 2', 'job_set_b 1'],
    ['job_set_c 1'],
    ['job_set_c 2'],
  ]);
});

it('batch reactions that fail leave no cursor, and each event is handled alone', async () => {
  const handled: string[][] = [];
  const { runtime } = app.hearing();
  const [good, bad] = [envelope('job_alone_a', 1), envelope('job_alone_b', 1)];
  const consumer = batched(handled, bad.id);
  await expect(consumeEvents(runtime, consumer, [good, bad])).rejects.toThrow('told to fail');
  expect(await consumeEvent(runtime, consumer, good)).toBe('handled');
  await expect(consumeEvent(runtime, consumer, bad)).rejects.toThrow('told to fail');
  expect(await consumeEvent(runtime, batched(handled), bad)).toBe('handled');
  expect(handled.slice(1)).toEqual([['job_alone_a 1'], ['job_alone_b 1'], ['job_alone_b 1']]);
});

it('batch reactions have the tenant and the trace of each event', async () => {
  const { runtime } = app.hearing();
  const traces = ['ab', 'cd'].map((byte) => `00-${byte.repeat(16)}-${'ef'.repeat(8)}-01`);
  const events = traces.map((traceparent, n) => ({
    ...envelope(`job_trace_${n}`, 1),
    tenant_id: `ten_${n}`,
    traceparent,
  }));
  const seen: unknown[] = [];
  const context = z.object({ of: z.custom<(event: unknown) => Ambient<unknown>>() });
  const reaction: Reaction = {
    producer: 'notes',
    type: 'note.added',
    handleBatch: async (batch, given) => {
      const { of } = context.parse(given);
      for (const event of batch) {
        const { tenant, actor, requestId, traceparent } = of(event);
        seen.push({ tenant, actor, requestId, traceparent });
      }
    },
  };
  const { definition } = app.hearing();
  const [consumer] = consumersOf({ ...definition, reactions: [reaction] });
  if (!consumer) throw new Error('no consumer');
  await consumeEvents(runtime, consumer, events);
  expect(seen).toEqual(
    events.map(({ id, tenant_id, traceparent }) => ({
      ...{ tenant: tenant_id, actor: 'on:note.added', requestId: id, traceparent },
    })),
  );
});

it('reactions to one event keep their order among those of a batch', async () => {
  const order: string[] = [];
  const { runtime, definition } = app.hearing();
  const types = z.array(z.object({ type: z.string(), sequence: z.int() }));
  const all: Reaction = {
    producer: 'notes',
    type: '*',
    handleBatch: async (events) => {
      order.push(
        types
          .parse(events)
          .map(({ sequence }) => sequence)
          .join('+'),
      );
    },
  };
  const single: Reaction = {
    producer: 'notes',
    type: 'note.ignored',
    handle: async () => {
      order.push('single');
    },
  };
  const [consumer] = consumersOf({ ...definition, reactions: [all, single] });
  if (!consumer) throw new Error('no consumer');
  const events = [1, 2, 3].map((sequence) => ({
    ...envelope('job_mixed', sequence),
    type: sequence === 2 ? 'note.ignored' : 'note.added',
  }));
  await consumeEvents(runtime, consumer, events);
  expect(order).toEqual(['1+2', 'single', '3']);
});

/** Subscription of a service, as its consumer requests it of the bus. */
async function subscriptionOf(delaysMs: Record<string, number> = {}): Promise<ConsumerOptions> {
  const { runtime, definition } = app.hearing();
  const [consumer] = consumersOf({ ...definition, batchingDelaysMs: delaysMs });
  if (!consumer) throw new Error('no consumer');
  const wanted: ConsumerOptions[] = [];
  const subscribe = async (options: ConsumerOptions) => {
    wanted.push(options);
    return { stop: async () => {} };
  };
  await startConsumer(runtime, consumer, { subscribe });
  const [options] = wanted;
  if (!options) throw new Error('not subscribed');
  return options;
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
    { ...envelope('', 0), id: 'evt_of_no_concern', type: 'note.ignored' },
    { ...envelope('', 0), id: 'evt_of_concern' },
    { ...envelope('job_counted', 1), type: 'note.ignored' },
  ];
  await handle(events.map(deliveryOf));
  expect(acknowledged.toSorted()).toEqual(events.map(({ id }) => id).toSorted());
  const inbox = await app.sql('select event_id from hearing.inbox');
  expect(inbox.map(({ event_id }) => event_id)).toContain('evt_of_concern');
  expect(inbox.map(({ event_id }) => event_id)).not.toContain('evt_of_no_concern');
  const cursor = await app.sql("select from hearing.job_cursor where job_id = 'job_counted'");
  expect(cursor).toHaveLength(1);
});

const envelope = (jobId: string, sequence: number): Envelope => ({
  id: `evt_${jobId}_${sequence}`,
  producer: 'notes',
  type: 'note.added',
  tenant_id: 'ten_a',
  job_id: jobId,
  sequence,
  created_at: '2026-11-02T08:00:00.000Z',
  data: { text: String(sequence) },
  internals: { length: 1 },
});
