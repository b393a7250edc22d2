/** The outbox of an earlier version, in which events share numbers of the stream. */
import { expect, it } from 'vitest';
import { kitMigrations } from '../src/database/tables.ts';
import { emptyDatabase } from './empty-database.ts';

const { query } = emptyDatabase();

it('the migration republishes events with a duplicate number and renames fields of envelopes', async () => {
  const at = kitMigrations.findIndex((migration) => migration.name === '0000-kit-claims');
  for (const { sql } of kitMigrations.slice(0, at)) await query(sql);
  await query(`
    insert into outbox (event_id, tenant_id, job_id, sequence, type, data, facts, created_at,
                        published_at, stream_seq)
    select 'evt_' || n, 'ten_a', 'job_a', n, 'note.added', '{}', '{}', now(), now(), seq
      from (values (1, 1), (2, 2), (3, 3), (4, 2), (5, 3), (6, 4)) as event(n, seq);
    insert into relay_stream (only_row, created) values (true, '2026-11-01');
    insert into job_cursor (consumer, producer, tenant_id, job_id, next)
      values ('c', 'notes', 'ten_a', 'job_a', 7);
    insert into dead_letter (consumer, event_id, envelope, deliveries, created_at)
      values ('c', 'evt_8', '{"data":{"b":",\\"facts\\":{","a":1},"facts":{"told":{"at":1}}}', 8, now()),
             ('c', 'msg_9', '",\\"facts\\":{"', 1, now())`);
  for (const { sql } of kitMigrations.slice(at)) await query(sql);
  const rows = await query(
    `select event_id, stream_seq::int, repeats from outbox where published_at is null = (repeats > 0)
      order by id`,
  );
  expect(rows.map(({ stream_seq, repeats }) => `${stream_seq} ${repeats}`).join()).toBe(
    '1 0,null 1,null 1,null 1,null 1,4 0',
  );
  const letters = await query('select envelope::text from dead_letter order by event_id');
  expect(letters.map(({ envelope }) => envelope)).toEqual([
    '{"data":{"b":",\\"facts\\":{","a":1},"internals":{"occurred":{"at":1}}}',
    '",\\"facts\\":{"',
  ]);
  const cursors = await query('select series, next from job_cursor');
  expect(cursors).toEqual([{ series: 0, next: 7 }]);
  await expect(query('update outbox set stream_seq = 1')).rejects.toMatchObject({
    code: '23505',
  });
});
