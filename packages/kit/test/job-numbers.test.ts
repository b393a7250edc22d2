/** The numbers of a job's events over months: counters, cursors, and what they leave behind. */
import { until } from '@svc/devnet';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { heldClock } from '../src/service/clock.ts';
import { startServices } from '../src/testing/start-services.ts';
import { hearingService, notesService } from './notes.ts';

const clock = heldClock('2026-01-05T08:00:00.000Z');
const start = () => startServices([notesService, hearingService], { clock });
let app: Awaited<ReturnType<typeof start>>;
beforeAll(async () => {
  app = await start();
});
afterAll(() => app?.stop());

const count = async (table: string) => {
  const { rows } = await app.owner.query(`select count(*)::int as n from ${table}`);
  return rows[0].n;
};
const add = async (jobId: string, texts: readonly string[]) => {
  for (const text of texts) await app.clients('ten_a').notes.add({ text, job_id: jobId });
};
const heard = async (jobId: string, texts: readonly string[]) => {
  const { hearing } = app.clients('ten_a');
  const found = async () => (await hearing.heard({ job_id: jobId })).texts;
  await until(async () => (await found()).length >= texts.length, {
    timeoutMs: 60_000,
    what: `${texts.length} events of ${jobId}`,
  });
  expect((await found()).toSorted()).toEqual([...texts].toSorted());
};
const purge = async () => {
  await app.runSchedule('notes', 'purge-job-sequences');
  await app.runSchedule('hearing', 'purge-job-cursors');
};
const series = async (jobId: string) =>
  (await app.outbox('notes')).filter(({ job_id }) => job_id === jobId);

describe('the counter of a job', () => {
  it('is deleted after 90 days without an event, the cursor after 180', async () => {
    await add('job_rests', ['a']);
    await heard('job_rests', ['a']);
    clock.set('2026-04-04T08:00:00.000Z');
    await purge();
    expect([await count('notes.job_sequence'), await count('hearing.job_cursor')]).toEqual([1, 1]);
    clock.set('2026-04-07T08:00:00.000Z');
    await purge();
    expect([await count('notes.job_sequence'), await count('hearing.job_cursor')]).toEqual([0, 1]);
    clock.set('2026-07-06T08:00:00.000Z');
    await purge();
    expect(await count('hearing.job_cursor')).toBe(0);
  });

  it.each([
    { job: 'job_late', days: 100, what: 'the cursor is still there' },
    { job: 'job_very_late', days: 200, what: 'the cursor is gone too' },
  ])('begins again, and no event is lost or stuck, when $what', async ({ job, days }) => {
    await add(job, ['a', 'b', 'c']);
    await heard(job, ['a', 'b', 'c']);
    // Each text is stored under its number: the numbers of the first series make room.
    await app.owner.query('update hearing.heard set sequence = sequence - 100');
    clock.advanceMs(days * 24 * 60 * 60 * 1000);
    await purge();
    await add(job, ['d', 'e']);
    await heard(job, ['a', 'b', 'c', 'd', 'e']);
    expect((await series(job)).map(({ sequence }) => sequence)).toEqual([1, 2, 3, 1, 2]);
    expect(await count('hearing.parked_event')).toBe(0);
  });

  it('keeps order in the new series too', async () => {
    await add('job_ordered', ['a', 'b']);
    await heard('job_ordered', ['a', 'b']);
    await app.owner.query('update hearing.heard set sequence = sequence - 100');
    clock.advanceMs(100 * 24 * 60 * 60 * 1000);
    await purge();
    const texts = Array.from({ length: 30 }, (_, n) => `n${n}`);
    await Promise.all(texts.map((text) => add('job_ordered', [text])));
    await heard('job_ordered', ['a', 'b', ...texts]);
    const { rows } = await app.owner.query(
      "select sequence from hearing.heard where job_id = 'job_ordered' and sequence > 0 order by ctid",
    );
    expect(rows.map(({ sequence }) => sequence)).toEqual(texts.map((_, n) => n + 1));
  });
});

describe('the outbox', () => {
  it('is purged by id; recent and unpublished events are kept', async () => {
    clock.set('2027-06-01T08:00:00.000Z');
    await app.owner.query('delete from notes.outbox');
    await app.owner.query(`
      insert into notes.outbox (event_id, tenant_id, job_id, sequence, type, data, internals, created_at,
                                published_at)
      select 'evt_purge_' || n, 'ten_a', '', 0, 'note.ignored', '{}', '{}', now(),
             timestamptz '2027-06-01 08:00Z' - case when n % 500 = 0 then '6 days' else '8 days' end::interval
        from generate_series(1, 2500) n`);
    await app.runSchedule('notes', 'purge-outbox');
    expect(await count('notes.outbox')).toBe(5);
  });
});
