/** The numbers of a job's events over months: counters, cursors, and what they leave behind. */
import { describe, expect, it } from 'vitest';
import { notesTest } from './notes.ts';

const app = notesTest({ clock: '2026-01-05T08:00:00.000Z' });
const { clock } = app;

const count = async (table: string) => {
  const rows = await app.sql(`select count(*)::int as n from ${table}`);
  return rows[0].n;
};
const add = async (jobId: string, texts: readonly string[]) => {
  for (const text of texts) await app.as('ten_a').add({ text, job_id: jobId });
};
const heard = async (jobId: string, texts: readonly string[]) => {
  await app.hears(jobId, texts.length);
  expect((await app.heard(jobId)).toSorted()).toEqual([...texts].toSorted());
};
const purge = async () => {
  await app.runSchedule('purge-job-sequences');
  await app.running().runSchedule('hearing', 'purge-job-cursors');
};

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
  ])('restarts without a lost or stuck event when $what', async ({ job, days }) => {
    await add(job, ['a', 'b', 'c']);
    await heard(job, ['a', 'b', 'c']);
    // Each text is stored under its number: the numbers of the first series make room.
    await app.sql('update hearing.heard set sequence = sequence - 100');
    clock.advanceMs(days * 24 * 60 * 60 * 1000);
    await purge();
    await add(job, ['d', 'e']);
    await heard(job, ['a', 'b', 'c', 'd', 'e']);
    const { sequences } = Object.groupBy(await app.outbox(), ({ job_id }) =>
      job_id === job ? 'sequences' : 'others',
    );
    expect(sequences?.map(({ sequence }) => sequence)).toEqual([1, 2, 3, 1, 2]);
    expect(await count('hearing.parked_event')).toBe(0);
  });

  it('keeps order in the new series, too', async () => {
    await add('job_ordered', ['a', 'b']);
    await heard('job_ordered', ['a', 'b']);
    await app.sql('update hearing.heard set sequence = sequence - 100');
    clock.advanceMs(100 * 24 * 60 * 60 * 1000);
    await purge();
    const texts = Array.from({ length: 30 }, (_, n) => `n${n}`);
    await Promise.all(texts.map((text) => add('job_ordered', [text])));
    await heard('job_ordered', ['a', 'b', ...texts]);
    const rows = await app.sql(
      "select sequence from hearing.heard where job_id = 'job_ordered' and sequence > 0 order by ctid",
    );
    expect(rows.map(({ sequence }) => sequence)).toEqual(texts.map((_, n) => n + 1));
  });
});

it('the outbox is purged by id; recent and unpublished events are kept', async () => {
  clock.set('2027-06-01T08:00:00.000Z');
  await app.sql('delete from notes.outbox');
  await app.sql(`
      insert into notes.outbox (event_id, tenant_id, job_id, sequence, type, data, internals, created_at,
                                published_at)
      select 'evt_purge_' || n, 'ten_a', '', 0, 'note.ignored', '{}', '{}', now(),
             timestamptz '2027-06-01 08:00Z' - case when n % 500 = 0 then '6 days' else '8 days' end::interval
        from generate_series(1, 2500) n`);
  await app.runSchedule('purge-outbox');
  expect(await count('notes.outbox')).toBe(5);
});
