import { describe, expect, inject, it, vi } from 'vitest';
import { retryParked as retryAll } from '../src/events/dead-letter.ts';
import { withTraceparent } from '../src/observability/trace-context.ts';
import { noTracer } from '../src/observability/tracer.ts';
import { noteAdded, notesAdded, notesTest } from './notes.ts';

describe.each(inject('natsUrl') ? [true, false] : [false])('over the bus (nats: %s)', (nats) => {
  const app = notesTest({ nats });
  const { heard, hears } = app;

  it('reactions handle every event of a job once and in order', async () => {
    const notes = app.as('ten_a');
    await Promise.all(
      Array.from({ length: 20 }, (_, n) =>
        notes.add({ text: `n${n}`, job_id: 'job_many', times: 3 }),
      ),
    );
    await hears('job_many', 60);
    const events = await app.outbox('job_many');
    expect(events.map((e) => e.sequence)).toEqual(Array.from({ length: 60 }, (_, n) => n + 1));
    expect(await heard('job_many')).toEqual(events.map((e) => e.data.text));
  });

  it('reactions run in the trace of what emitted their event', async () => {
    const traceparent = `00-${'ab'.repeat(16)}-${'cd'.repeat(8)}-01`;
    const { runtime } = app.hearing();
    const start = vi.fn(noTracer.start);
    Object.assign(runtime, { tracer: { ...noTracer, start } });
    const notes = app.as('ten_a');
    await withTraceparent(traceparent, () => notes.add({ text: 'traced', job_id: 'job_traced' }));
    await hears('job_traced', 1);
    Object.assign(runtime, { tracer: noTracer });
    const span = { name: 'hearing-notes note.added', kind: 'consumer', parent: traceparent };
    expect(start.mock.calls.map(([parts]) => parts)).toContainEqual(span);
  });

  it('reactions handle other events while one fails', async () => {
    const notes = app.as('ten_a');
    const callOff = await app.trouble('bad');
    await notes.add({ text: 'first', job_id: 'job_mixed', times: 40 });
    await notes.add({ text: 'bad', job_id: 'job_bad' });
    await notes.add({ text: 'last', job_id: 'job_mixed', times: 40 });
    await hears('job_mixed', 80);
    expect(await heard('job_bad')).toEqual([]);
    await callOff();
    await hears('job_bad', 1);
  });
});

describe('a consumer', () => {
  const app = notesTest();
  const { heard, take, takeEach, retryParked } = app;
  const parked = () => app.sql('select from hearing.parked_event');

  it('parks early events, and handles each once, after its predecessor', async () => {
    const events = (...sequences: number[]) => notesAdded('job_early', ...sequences);
    expect(await takeEach(events(3, 2, 3))).toEqual(['parked', 'parked', 'repeated']);
    expect(await heard('job_early')).toEqual([]);
    expect(await take(events(1, 2, 3))).toEqual(['handled', 'repeated', 'repeated']);
    expect(await heard('job_early')).toEqual(['1', '2', '3']);
    expect(await take(events(3, 4))).toEqual(['repeated', 'handled']);
    expect(await parked()).toHaveLength(0);
  });

  it('drops an event that an older replica parked and the stream redelivered', async () => {
    await take(notesAdded('job_older', 2));
    await app.sql("update hearing.job_cursor set parked = false where job_id = 'job_older'");
    await take(notesAdded('job_older', 1, 2));
    await retryParked();
    expect(await heard('job_older')).toEqual(['1', '2']);
    expect(await parked()).toHaveLength(0);
  });

  it('separates jobs of two tenants with the same id', async () => {
    const event = (tenant_id: string, sequence: number) => {
      const id = `evt_${tenant_id}_${sequence}`;
      return noteAdded('job_shared', sequence, { id, type: 'note.ignored', tenant_id });
    };
    expect(await take([event('ten_a', 1), event('ten_b', 2)])).toEqual(['handled', 'parked']);
    expect(await take([event('ten_a', 2), event('ten_b', 1)])).toEqual(['handled', 'handled']);
    expect(await take([event('ten_b', 2), event('ten_b', 3)])).toEqual(['repeated', 'handled']);
  });

  it('continues from a cursor without a tenant', async () => {
    await app.sql(
      `insert into hearing.job_cursor (consumer, producer, job_id, next)
       values ('hearing-notes', 'notes', 'job_before', 3)`,
    );
    const events = notesAdded('job_before', 2, 4, 3);
    expect(await takeEach(events)).toEqual(['repeated', 'parked', 'handled']);
    expect(await heard('job_before')).toEqual(['3', '4']);
  });

  it('handles waiting events as one batch, in the order of each job', async () => {
    await take([noteAdded('job_b', 3)]);
    const others = [noteAdded('', 0, { id: 'evt_free' }), noteAdded('job_c', 2)];
    const batch = [...notesAdded('job_b', 2, 1), ...notesAdded('job_a', 2, 1, 1), ...others];
    expect((await take(batch)).join(' ')).toBe(
      'handled handled handled handled repeated handled parked',
    );
    expect(await heard('job_a')).toEqual(['1', '2']);
    expect(await heard('job_b')).toEqual(['1', '2', '3']);
    expect(await heard('job_c')).toEqual([]);
    const rows = await app.sql(
      `select count(distinct xmin::text)::int as n from hearing.heard
        where job_id in ('job_a', 'job_b', '') and sequence < 3`,
    );
    expect(rows[0].n).toBe(1);
  });

  it('handles events of two concurrent batches once each, without a deadlock', async () => {
    const jobs = Array.from({ length: 30 }, (_, n) => `job_twice_${n}`);
    for (const sequence of [1, 2, 3]) {
      const batch = jobs.map((job) => noteAdded(job, sequence));
      const taken = await Promise.all([take(batch), take(batch.toReversed())]);
      expect(taken.flat().toSorted()).toEqual([
        ...jobs.map(() => 'handled'),
        ...jobs.map(() => 'repeated'),
      ]);
    }
    for (const job of jobs) expect(await heard(job)).toEqual(['1', '2', '3']);
    for (let round = 0; round < 20; round += 1) {
      const [one, other] = [`job_cross_${round}_a`, `job_cross_${round}_b`];
      await Promise.all([
        take([noteAdded(one, 1), noteAdded(other, 2)]),
        take([noteAdded(other, 1), noteAdded(one, 2)]),
      ]);
      for (const job of [one, other]) expect(await heard(job)).toEqual(['1', '2']);
    }
  });

  it('rolls back a batch if one event fails', async () => {
    const callOff = await app.trouble('7');
    const batch = [noteAdded('job_good', 1), noteAdded('job_worse', 1, { data: { text: '7' } })];
    await expect(take(batch)).rejects.toThrow('told to fail');
    expect(await heard('job_good')).toEqual([]);
    await callOff();
    await take(batch);
    expect([await heard('job_good'), await heard('job_worse')]).toEqual([['1'], ['7']]);
  });

  it('handles unordered events on arrival', async () => {
    const { reactions } = app.hearing().definition;
    const unordered = app.consumer({
      reactions: reactions.map((each) => ({ ...each, inAnyOrder: true })),
    });
    await take([noteAdded('job_any', 2)]);
    const events = notesAdded('job_any', 3, 3, 1);
    expect(await takeEach(events, unordered)).toEqual(['handled', 'repeated', 'handled']);
    // Parked when it still had to wait for its turn.
    expect(await heard('job_any')).toEqual(['1', '3']);
    await retryAll(app.hearing().runtime, unordered);
    expect(await heard('job_any')).toEqual(['1', '2', '3']);
  });

  it('retries a parked event that failed, without undoing its predecessor', async () => {
    const callOff = await app.trouble('2');
    await takeEach(notesAdded('job_retry', 2, 3, 1));
    await retryParked();
    expect(await heard('job_retry')).toEqual(['1']);
    await callOff();
    await retryParked();
    expect(await heard('job_retry')).toEqual(['1', '2', '3']);
  });

  it('dead-letters a parked event that keeps failing, and handles it when re-driven', async () => {
    const callOff = await app.trouble('2');
    await takeEach(notesAdded('job_dead', 2, 3, 1));
    for (let n = 0; n < 9; n += 1) await retryParked();
    const deadLetters = () => app.sql('select event_id from hearing.dead_letter');
    const event_id = 'evt_job_dead_2';
    expect(await deadLetters()).toEqual([{ event_id }]);
    const found = { consumer: 'hearing-notes', event_id, event_type: 'note.added' };
    expect(await app.running().outbox('hearing')).toMatchObject([
      {
        type: 'event.quarantined',
        tenant_id: 'ten_a',
        data: { ...found, event_job_id: 'job_dead', attempts: 8 },
      },
    ]);
    const redrive = () => app.running().redrive('hearing', event_id);
    expect((await redrive())[0]).toHaveProperty('error');
    await callOff();
    expect(await redrive()).toEqual([{ event_id }]);
    expect(await heard('job_dead')).toEqual(['1', '2', '3']);
    expect(await deadLetters()).toEqual([]);
  });
});
