/** Messages that cannot be read, and events whose predecessor does not come. */
import { jetstream } from '@nats-io/jetstream';
import { connect } from '@nats-io/transport-node';
import { describe, expect, inject, it } from 'vitest';
import { becomes, noteAdded, notesTest } from './notes.ts';

const natsUrl = inject('natsUrl');
const buses = natsUrl ? [true, false] : [false];

describe.each(buses)('on the bus (nats: %s)', (nats) => {
  const app = notesTest({ nats, clock: '2026-11-02T08:00:00.000Z' });
  const { clock } = app;

  const { heard, hears, metrics } = app;
  /** Straight into the stream of notes. */
  const send = async (text: string) => {
    if (!nats) {
      await app.sql(
        `with m as (insert into bus.message (producer, event_id, envelope)
           values ('notes', gen_random_uuid(), $1) returning seq)
         insert into bus.pending (consumer, seq)
           select name, seq from bus.consumer, m where producer = 'notes'`,
        [text],
      );
      return;
    }
    const connection = await connect({ servers: natsUrl ?? '' });
    const subject = `${app.running().host.config.SVC_NAMESPACE}.fact.notes.note.added`;
    await jetstream(connection).publish(subject, text);
    await connection.close();
  };

  it.each(nats ? ['null', '{}', 'no json \u0000'] : ['null', '{}'])(
    'a message that is no event is dead-lettered as text, and others pass: %j',
    async (text) => {
      await app.sql('delete from hearing.dead_letter');
      await send(text);
      const job = `job_${Buffer.from(text).toString('hex')}`;
      await app.as('ten_a').add({ text: 'after', job_id: job });
      await hears(job, 1);
      const stored = async () => await app.sql('select envelope from hearing.dead_letter');
      await becomes('the text', async () => (await stored()).length > 0);
      expect(await stored()).toEqual([{ envelope: text }]);
      expect(await metrics()).toMatch(/svc_events_handled_total\{.*outcome="undecodable"\} \d/);
      // Redrive takes events only: an undecodable message stays a dead letter.
      expect(await app.running().redrive('hearing')).toEqual([]);
      expect(await stored()).toHaveLength(1);
    },
  );

  it('an envelope with the field names of version 0.1 reaches its reaction', async () => {
    const { internals, ...rest } = noteAdded('job_former', 1, { data: { text: 'of before' } });
    await send(JSON.stringify({ ...rest, facts: internals }));
    await hears('job_former', 1);
    expect(await heard('job_former')).toEqual(['of before']);
  });

  it('a parked event whose predecessor is lost has an age, and its predecessor is requested', async () => {
    await app.sql('delete from hearing.dead_letter');
    // Published and in no stream any more; the claim is gone too, so no inspection can find it.
    await app.sql(
      `insert into notes.job_sequence (tenant_id, job_id, last) values ('ten_a', 'job_gap', 1)`,
    );
    await app.sql(
      `insert into notes.outbox (event_id, tenant_id, job_id, sequence, type, data, internals,
                                 created_at, published_at)
       values ('evt_gap', 'ten_a', 'job_gap', 1, 'note.added', '{"text":"first"}',
               '{"length":5}', now(), $1)`,
      [clock.now()],
    );
    await app.as('ten_a').add({ text: 'second', job_id: 'job_gap' });
    const parked = async () => (await app.sql('select 1 from hearing.parked_event')).length;
    await becomes('it to be parked', async () => (await parked()) === 1);
    clock.advanceMs(4 * 60 * 1000);
    await app.retryParked();
    expect(await metrics()).toContain('svc_events_parked{consumer="hearing-notes"} 1');
    expect(await metrics()).toContain(
      'svc_events_parked_age_seconds{consumer="hearing-notes"} 240',
    );
    expect(await repeats()).toBe(0);
    clock.advanceMs(2 * 60 * 1000);
    await app.retryParked();
    await hears('job_gap', 2);
    expect(await heard('job_gap')).toEqual(['first', 'second']);
    expect(await repeats()).toBe(1);
    expect(await metrics()).toContain('svc_events_parked{consumer="hearing-notes"} 0');
  });

  const repeats = async () => {
    const rows = await app.sql(
      "select sum(repeats)::int as n from notes.outbox where job_id = 'job_gap'",
    );
    return rows[0].n;
  };
});
