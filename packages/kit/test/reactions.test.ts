import type { Envelope } from '@svc/contracts';
import { until } from '@svc/devnet';
import { describe, expect, inject, it, vi } from 'vitest';
import { consumeEvent, consumeEvents } from '../src/events/consumer.ts';
import { retryParked } from '../src/events/dead-letter.ts';
import { consumersOf } from '../src/events/reactions.ts';
import { withTraceparent } from '../src/tracing/trace-context.ts';
import { noTracer } from '../src/tracing/tracer.ts';
import { notesTest } from './notes.ts';

const buses = inject('natsUrl') ? [true, false] : [false];

describe.each(buses)('reactions (nats: %s)', (nats) => {
  const app = notesTest({ nats });

  const heard = async (jobId: string) => await app.heard(jobId);
  const hears = (jobId: string, count: number) =>
    until(async () => (await heard(jobId)).length >= count, {
      timeoutMs: 60_000,
      what: `${count} events of ${jobId} to be heard`,
    });

  it('handle every event of a job once and in order', async () => {
    const notes = app.as('ten_a');
    await Promise.all(
      Array.from({ length: 20 }, (_, n) =>
        notes.add({ text: `n${n}`, job_id: 'job_many', times: 3 }),
      ),
    );
    await hears('job_many', 60);
    const events = await app.outbox('job_many');
    const inOrder = events.toSorted((a, b) => a.sequence - b.sequence);
    expect(inOrder.map((e) => e.sequence)).toEqual(Array.from({ length: 60 }, (_, n) => n + 1));
    expect(await heard('job_many')).toEqual(inOrder.map((e) => e.data.text));
  });

  it('run in the trace of what emitted their event', async () => {
    const traceparent = `00-${'ab'.repeat(16)}-${'cd'.repeat(8)}-01`;
    const { runtime } = app.hearing();
    const start = vi.fn(noTracer.start);
    Object.assign(runtime, { tracer: { ...noTracer, start } });
    const notes = app.as('ten_a');
    await withTraceparent(traceparent, () => notes.add({ text: 'traced', job_id: 'job_traced' }));
    await hears('job_traced', 1);
    Object.assign(runtime, { tracer: noTracer });
    const spans = start.mock.calls.map(([parts]) => parts);
    const span = { name: 'hearing-notes note.added', kind: 'consumer', parent: traceparent };
    expect(spans).toContainEqual(span);
  });

  it('park early events, and drain them after their predecessor', async () => {
    const { runtime, consumers } = app.hearing();
    const [consumer] = consumers;
    if (!consumer) throw new Error('no consumer');
    const take = (sequence: number) =>
      consumeEvent(runtime, consumer, envelope('job_early', sequence));
    expect(await take(3)).toBe('parked');
    expect(await take(2)).toBe('parked');
    expect(await take(3)).toBe('repeated');
    expect(await heard('job_early')).toEqual([]);
    expect(await take(1)).toBe('handled');
    expect(await heard('job_early')).toEqual(['1', '2', '3']);
    expect(await take(2)).toBe('repeated');
  });

  it('handle a parked event once, also when redelivered with its predecessors', async () => {
    const { runtime, consumers } = app.hearing();
    const [consumer] = consumers;
    if (!consumer) throw new Error('no consumer');
    const [first, second, third] = [1, 2, 3].map((sequence) => envelope('job_both', sequence));
    if (!first || !second || !third) throw new Error('three events');
    await consumeEvent(runtime, consumer, third);
    const taken = await consumeEvents(runtime, consumer, [first, second, { ...third }]);
    expect([...taken.values()]).toEqual(['handled', 'handled', 'repeated']);
    expect(await heard('job_both')).toEqual(['1', '2', '3']);
    expect(await consumeEvent(runtime, consumer, third)).toBe('repeated');
    expect(await consumeEvent(runtime, consumer, envelope('job_both', 4))).toBe('handled');
    expect(await app.sql('select from hearing.parked_event')).toHaveLength(0);
  });

  it('drop an event that an older replica parked and the stream redelivered', async () => {
    const { runtime, consumers } = app.hearing();
    const [consumer] = consumers;
    if (!consumer) throw new Error('no consumer');
    const [first, second] = [envelope('job_older', 1), envelope('job_older', 2)];
    await consumeEvent(runtime, consumer, second);
    await app.sql("update hearing.job_cursor set parked = false where job_id = 'job_older'");
    await consumeEvents(runtime, consumer, [first, second]);
    await retryParked(runtime, consumer);
    expect(await heard('job_older')).toEqual(['1', '2']);
    expect(await app.sql('select from hearing.parked_event')).toHaveLength(0);
  });

  it('separate jobs of two tenants with the same id', async () => {
    const { runtime, consumers } = app.hearing();
    const [consumer] = consumers;
    if (!consumer) throw new Error('no consumer');
    const take = (tenant_id: string, sequence: number) => {
      const event = { ...envelope('job_shared', sequence), type: 'note.ignored', tenant_id };
      return consumeEvent(runtime, consumer, { ...event, id: `${event.id}_${tenant_id}` });
    };
    expect(await take('ten_a', 1)).toBe('handled');
    expect(await take('ten_b', 2)).toBe('parked');
    expect(await take('ten_a', 2)).toBe('handled');
    expect(await take('ten_b', 1)).toBe('handled');
    expect(await take('ten_b', 2)).toBe('repeated');
    expect(await take('ten_b', 3)).toBe('handled');
  });

  it('continue from a cursor without a tenant', async () => {
    const { runtime, consumers } = app.hearing();
    const [consumer] = consumers;
    if (!consumer) throw new Error('no consumer');
    await app.sql(
      `insert into hearing.job_cursor (consumer, producer, job_id, next)
       values ('hearing-notes', 'notes', 'job_before', 3)`,
    );
    expect(await consumeEvent(runtime, consumer, envelope('job_before', 2))).toBe('repeated');
    expect(await consumeEvent(runtime, consumer, envelope('job_before', 4))).toBe('parked');
    expect(await consumeEvent(runtime, consumer, envelope('job_before', 3))).toBe('handled');
    expect(await heard('job_before')).toEqual(['3', '4']);
  });

  it('handle waiting events as one batch, in the order of each job', async () => {
    const { runtime, consumers } = app.hearing();
    const [consumer] = consumers;
    if (!consumer) throw new Error('no consumer');
    await consumeEvent(runtime, consumer, envelope('job_b', 3));
    const twin = envelope('job_a', 1);
    const noJob = { ...envelope('', 0), id: 'evt_free' };
    const batch = [
      ...[envelope('job_b', 2), envelope('job_a', 2), envelope('job_b', 1), twin, { ...twin }],
      ...[noJob, envelope('job_c', 2)],
    ];
    const taken = await consumeEvents(runtime, consumer, batch);
    expect(batch.map((each) => taken.get(each))).toEqual([
      ...['handled', 'handled', 'handled', 'handled', 'repeated', 'handled', 'parked'],
    ]);
    expect(await heard('job_a')).toEqual(['1', '2']);
    expect(await heard('job_b')).toEqual(['1', '2', '3']);
    expect(await heard('job_c')).toEqual([]);
    const rows = await app.sql(
      `select count(distinct xmin::text)::int as n from hearing.heard
        where job_id in ('job_a', 'job_b', '') and sequence < 3`,
    );
    expect(rows[0].n).toBe(1);
  });

  it('handle events of two concurrent batches once each, without a deadlock', async () => {
    const { runtime, consumers } = app.hearing();
    const [consumer] = consumers;
    if (!consumer) throw new Error('no consumer');
    const jobs = Array.from({ length: 30 }, (_, n) => `job_twice_${n}`);
    for (const sequence of [1, 2, 3]) {
      const batch = jobs.map((job) => envelope(job, sequence));
      const taken = await Promise.all([
        consumeEvents(runtime, consumer, batch),
        consumeEvents(runtime, consumer, batch.toReversed()),
      ]);
      const outcomes = taken.flatMap((each) => [...each.values()]).toSorted();
      expect(outcomes).toEqual([...jobs.map(() => 'handled'), ...jobs.map(() => 'repeated')]);
    }
    for (const job of jobs) expect(await heard(job)).toEqual(['1', '2', '3']);
  });

  it('handle two batches with crosswise first and second events of two jobs', async () => {
    const { runtime, consumers } = app.hearing();
    const [consumer] = consumers;
    if (!consumer) throw new Error('no consumer');
    for (let round = 0; round < 20; round += 1) {
      const [one, other] = [`job_cross_${round}_a`, `job_cross_${round}_b`];
      await Promise.all([
        consumeEvents(runtime, consumer, [envelope(one, 1), envelope(other, 2)]),
        consumeEvents(runtime, consumer, [envelope(other, 1), envelope(one, 2)]),
      ]);
      for (const job of [one, other]) expect(await heard(job)).toEqual(['1', '2']);
    }
  });

  it('roll back a batch if one event fails', async () => {
    const { runtime, consumers } = app.hearing();
    const [consumer] = consumers;
    if (!consumer) throw new Error('no consumer');
    await app.sql("insert into hearing.trouble values ('7')");
    const batch = [envelope('job_good', 1), { ...envelope('job_worse', 1), data: { text: '7' } }];
    await expect(consumeEvents(runtime, consumer, batch)).rejects.toThrow('told to fail');
    expect(await heard('job_good')).toEqual([]);
    await app.sql("delete from hearing.trouble where text = '7'");
    await consumeEvents(runtime, consumer, batch);
    expect(await heard('job_good')).toEqual(['1']);
    expect(await heard('job_worse')).toEqual(['7']);
  });

  it('handle unordered events on arrival', async () => {
    const { runtime, consumers, definition } = app.hearing();
    const [ordered] = consumers;
    if (!ordered) throw new Error('no consumer');
    const reactions = definition.reactions.map((each) => ({ ...each, inAnyOrder: true }));
    const [consumer] = consumersOf({ ...definition, reactions });
    if (!consumer) throw new Error('no consumer');
    await consumeEvent(runtime, ordered, envelope('job_any', 2));
    expect(await consumeEvent(runtime, consumer, envelope('job_any', 3))).toBe('handled');
    expect(await consumeEvent(runtime, consumer, envelope('job_any', 3))).toBe('repeated');
    expect(await consumeEvent(runtime, consumer, envelope('job_any', 1))).toBe('handled');
    // Parked when it still had to wait for its turn.
    expect(await heard('job_any')).toEqual(['1', '3']);
    await retryParked(runtime, consumer);
    expect(await heard('job_any')).toEqual(['1', '2', '3']);
  });

  it('handle other events while one fails', async () => {
    const notes = app.as('ten_a');
    await app.sql("insert into hearing.trouble values ('bad')");
    await notes.add({ text: 'first', job_id: 'job_mixed', times: 40 });
    await notes.add({ text: 'bad', job_id: 'job_bad' });
    await notes.add({ text: 'last', job_id: 'job_mixed', times: 40 });
    await hears('job_mixed', 80);
    expect(await heard('job_bad')).toEqual([]);
    await app.sql("delete from hearing.trouble where text = 'bad'");
    await hears('job_bad', 1);
  });

  it('retry a parked event that failed, without undoing its predecessor', async () => {
    const { runtime, consumers } = app.hearing();
    const [consumer] = consumers;
    if (!consumer) throw new Error('no consumer');
    await app.sql("insert into hearing.trouble values ('2')");
    await consumeEvent(runtime, consumer, envelope('job_retry', 2));
    await consumeEvent(runtime, consumer, envelope('job_retry', 3));
    expect(await consumeEvent(runtime, consumer, envelope('job_retry', 1))).toBe('handled');
    expect(await heard('job_retry')).toEqual(['1']);
    await app.running().runSchedule('hearing', 'retry-parked');
    expect(await heard('job_retry')).toEqual(['1']);
    await app.sql("delete from hearing.trouble where text = '2'");
    await app.running().runSchedule('hearing', 'retry-parked');
    expect(await heard('job_retry')).toEqual(['1', '2', '3']);
  });

  it('dead-letter a parked event that keeps failing, and handle it when re-driven', async () => {
    const { runtime, consumers } = app.hearing();
    const [consumer] = consumers;
    if (!consumer) throw new Error('no consumer');
    await app.sql("insert into hearing.trouble values ('2')");
    await consumeEvent(runtime, consumer, envelope('job_dead', 2));
    await consumeEvent(runtime, consumer, envelope('job_dead', 3));
    await consumeEvent(runtime, consumer, envelope('job_dead', 1));
    for (let n = 0; n < 9; n += 1) await app.running().runSchedule('hearing', 'retry-parked');
    expect(await deadLetters('evt_job_dead_2')).toBe(1);
    expect(
      (await app.running().outbox('hearing')).map(({ type, tenant_id, data }) => [
        type,
        tenant_id,
        data,
      ]),
    ).toEqual([
      [
        'event.quarantined',
        'ten_a',
        {
          ...{ consumer: 'hearing-notes', event_id: 'evt_job_dead_2', event_type: 'note.added' },
          ...{ event_job_id: 'job_dead', attempts: 8 },
        },
      ],
    ]);
    expect((await app.running().redrive('hearing', 'evt_job_dead_2'))[0]).toHaveProperty('error');
    await app.sql("delete from hearing.trouble where text = '2'");
    expect(await app.running().redrive('hearing', 'evt_job_dead_2')).toEqual([
      { event_id: 'evt_job_dead_2' },
    ]);
    expect(await heard('job_dead')).toEqual(['1', '2', '3']);
    expect(await deadLetters('evt_job_dead_2')).toBe(0);
  });

  const deadLetters = async (eventId: string) => {
    const rows = await app.sql(
      'select count(*)::int as n from hearing.dead_letter where event_id = $1',
      [eventId],
    );
    return rows[0].n;
  };
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
