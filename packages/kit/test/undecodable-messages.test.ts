/** Messages that cannot be read, and events whose predecessor does not come. */
import { until } from '@svc/devnet';
import { connect } from 'nats';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { heldClock } from '../src/service/clock.ts';
import { startServices } from '../src/testing/start-services.ts';
import { hearingService, notesService } from './notes.ts';

const natsUrl = inject('natsUrl');
const buses = natsUrl ? [true, false] : [false];

describe.each(buses)('on the bus (nats: %s)', (nats) => {
  const clock = heldClock('2026-11-02T08:00:00.000Z');
  const start = () => startServices([notesService, hearingService], { nats, clock });
  let app: Awaited<ReturnType<typeof start>>;
  beforeAll(async () => {
    app = await start();
  });
  afterAll(() => app?.stop());

  const heard = async (jobId: string) =>
    (await app.clients('ten_a').hearing.heard({ job_id: jobId })).texts;
  const hears = (jobId: string, texts: readonly string[]) =>
    until(async () => (await heard(jobId)).length >= texts.length, {
      timeoutMs: 60_000,
      what: `${texts.length} events of ${jobId}`,
    });
  const metrics = () => app.host.metrics.scrape();
  /** Straight into the stream of notes. */
  const send = async (text: string) => {
    if (!nats) {
      await app.owner.query(
        `with m as (insert into bus.message (producer, event_id, envelope)
           values ('notes', gen_random_uuid(), $1) returning seq)
         insert into bus.pending (consumer, seq)
           select name, seq from bus.consumer, m where producer = 'notes'`,
        [text],
      );
      return;
    }
    const connection = await connect({ servers: natsUrl ?? '' });
    const subject = `${app.host.config.SVC_NAMESPACE}.fact.notes.note.added`;
    await connection.jetstream().publish(subject, text);
    await connection.close();
  };

  it.each(nats ? ['null', '{}', 'no json \u0000'] : ['null', '{}'])(
    'a message that is no event ends as text in dead_letter, and others pass: %j',
    async (text) => {
      await app.owner.query('delete from hearing.dead_letter');
      await send(text);
      const job = `job_${Buffer.from(text).toString('hex')}`;
      await app.clients('ten_a').notes.add({ text: 'after', job_id: job });
      await hears(job, ['after']);
      const stored = async () =>
        (await app.owner.query('select envelope from hearing.dead_letter')).rows;
      await until(async () => (await stored()).length > 0, { timeoutMs: 60_000, what: 'the text' });
      expect(await stored()).toEqual([{ envelope: text }]);
      expect(await metrics()).toMatch(/svc_events_handled_total\{.*outcome="undecodable"\} \d/);
      // Redrive takes events only: an undecodable message stays a dead letter.
      expect(await app.redrive('hearing')).toEqual([]);
      expect(await stored()).toHaveLength(1);
    },
  );

  it('an envelope with the field names of version 0.1 reaches its reaction', async () => {
    const { internals, ...rest } = {
      ...{ id: 'evt_former', producer: 'notes', type: 'note.added', tenant_id: 'ten_a' },
      ...{ job_id: 'job_former', sequence: 1, created_at: clock.now().toISOString() },
      ...{ data: { text: 'of before' }, internals: { length: 9 } },
    };
    await send(JSON.stringify({ ...rest, facts: internals }));
    await hears('job_former', ['of before']);
  });

  it('a parked event whose predecessor is lost has an age, and its predecessor is requested', async () => {
    await app.owner.query('delete from hearing.dead_letter');
    // Published and in no stream any more; the claim is gone too, so no inspection can find it.
    await app.owner.query(
      `insert into notes.job_sequence (tenant_id, job_id, last) values ('ten_a', 'job_gap', 1)`,
    );
    await app.owner.query(
      `insert into notes.outbox (event_id, tenant_id, job_id, sequence, type, data, internals,
                                 created_at, published_at)
       values ('evt_gap', 'ten_a', 'job_gap', 1, 'note.added', '{"text":"first"}',
               '{"length":5}', now(), $1)`,
      [clock.now()],
    );
    await app.clients('ten_a').notes.add({ text: 'second', job_id: 'job_gap' });
    const parked = async () =>
      (await app.owner.query('select 1 from hearing.parked_event')).rowCount;
    await until(async () => (await parked()) === 1, { timeoutMs: 60_000, what: 'it to be parked' });
    clock.advanceMs(4 * 60 * 1000);
    await app.runSchedule('hearing', 'retry-parked');
    expect(await metrics()).toContain('svc_events_parked{consumer="hearing-notes"} 1');
    expect(await metrics()).toContain(
      'svc_events_parked_age_seconds{consumer="hearing-notes"} 240',
    );
    expect(await repeats()).toBe(0);
    clock.advanceMs(2 * 60 * 1000);
    await app.runSchedule('hearing', 'retry-parked');
    await hears('job_gap', ['first', 'second']);
    expect(await heard('job_gap')).toEqual(['first', 'second']);
    expect(await repeats()).toBe(1);
    expect(await metrics()).toContain('svc_events_parked{consumer="hearing-notes"} 0');
  });

  const repeats = async () => {
    const { rows } = await app.owner.query(
      "select sum(repeats)::int as n from notes.outbox where job_id = 'job_gap'",
    );
    return rows[0].n;
  };
});
