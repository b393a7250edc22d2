import { describe, expect, it } from 'vitest';
import { becomes, noteAdded, notesTest } from './notes.ts';

const app = notesTest({ clock: '2026-11-02T08:00:00.000Z' });
const { clock } = app;

/** Emits it like the source does. */
async function emitExpired(tenant: string, eventId: string) {
  const from = { id: eventId, producer: 'hearing', type: 'sandbox.expired', tenant_id: tenant };
  const event = noteAdded('', 0, { ...from, data: { tenant_id: tenant }, internals: {} });
  return (await app.consume('hearing', [event])).get(event);
}

const series =
  "insert into notes.note select $1, 'note' || n, '' from generate_series(1, $2::int) n";
const write = (tenant: string, count: number) => app.sql(series, [tenant, count]);
const left = async (tenant: string) =>
  (await app.sql('select from notes.note where tenant_id = $1', [tenant])).length;
const purge = () => app.runSchedule('forget-expired');

describe('an expired tenant', () => {
  it('loses all of its rows in batches; other tenants lose none', async () => {
    await write('ten_over', 1_203);
    await write('ten_stays', 3);
    await app.call('add', { text: 'a', job_id: 'job_o' }, { tenant: 'ten_over' });
    await app.relayed();
    expect(await emitExpired('ten_over', 'evt_over')).toBe('handled');
    expect(await left('ten_over')).toBe(1_204);
    await purge();
    expect([await left('ten_over'), await left('ten_stays')]).toEqual([0, 3]);
    const rows = await app.sql("select 1 from notes.job_sequence where tenant_id = 'ten_over'");
    expect(rows).toEqual([]);
  });

  it('may be announced more than once', async () => {
    await write('ten_twice', 1);
    await emitExpired('ten_twice', 'evt_twice_1');
    await emitExpired('ten_twice', 'evt_twice_2');
    expect(await emitExpired('ten_twice', 'evt_twice_2')).toBe('repeated');
    await purge();
    expect(await left('ten_twice')).toBe(0);
  });

  it('is purged a second time when no event of it can be in flight', async () => {
    await emitExpired('ten_late', 'evt_late');
    await purge();
    await write('ten_late', 2);
    await purge();
    expect(await left('ten_late')).toBe(2);
    clock.advanceMs(8 * 24 * 3_600_000);
    await purge();
    expect(await left('ten_late')).toBe(0);
    const rows = await app.sql("select 1 from notes.expired_tenant where tenant_id = 'ten_late'");
    expect(rows).toEqual([]);
  });
});

it('a row that is updated during the purge is deleted by the next batch', async () => {
  await write('ten_busy', 1);
  await emitExpired('ten_busy', 'evt_busy');
  const other = await app.running().owner.connect();
  await other.query('begin');
  await other.query("update notes.note set text = 'changed' where tenant_id = 'ten_busy'");
  const purged = purge();
  const waits = `select 1 from pg_stat_activity
                    where datname = current_database() and wait_event_type = 'Lock'`;
  await becomes('the deletion to wait for it', async () => (await app.sql(waits)).length > 0);
  await other.query('commit');
  other.release();
  await purged;
  expect(await left('ten_busy')).toBe(0);
});

it('a caller that outlives its tenant keeps its receipts after the purge', async () => {
  const attempt = { receipts: 'caller', request: 'attempt', fingerprint: 'body' };
  const first = await app.call('add', { text: 'a' }, { tenant: 'ten_1', ...attempt });
  const again = await app.call('add', { text: 'a' }, { tenant: 'ten_2', ...attempt });
  expect(again).toEqual({ ...first, replayed: true });
  expect([await left('ten_1'), await left('ten_2')]).toEqual([1, 0]);
  const other = { ...attempt, receipts: 'somebody else' };
  const theirs = await app.call('add', { text: 'a' }, { tenant: 'ten_2', ...other });
  expect(theirs).not.toHaveProperty('replayed');
});
