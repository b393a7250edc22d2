/** Faults of Postgres that pass: a full disk, a server that is read-only, a deadlock. */
import { describe, expect, it, vi } from 'vitest';
import { isConnectionFailure } from '../src/database/pool.ts';
import { becomes, notesTest } from './notes.ts';

const app = notesTest();

/** Makes writes to this table fail as on such a server, until it is called off. */
const failing = async (table: string, code: string, when = 'true') => {
  const [schema] = table.split('.');
  await app.sql(`
    create or replace function ${schema}.fail() returns trigger language plpgsql as
      $$ begin raise exception 'planted' using errcode = '${code}'; end $$;
    create trigger planted before insert on ${table} for each row when (${when})
      execute function ${schema}.fail()`);
  return () => app.sql(`drop trigger planted on ${table}`);
};
const add = (text: string, job_id: string) =>
  app.call('add', { text, job_id }, { tenant: 'ten_a' });

const failures = async () => {
  const figures = await app.running().host.metrics.scrape();
  return Number(/svc_events_handled_total\{.*outcome="failed"\} (\d+)/.exec(figures)?.[1] ?? 0);
};

it('disk, memory, connections, a read-only server and its end are transient; others are not', () => {
  const isTransient = (code: string) =>
    isConnectionFailure(Object.assign(new Error('failed'), { code }));
  const passing = ['08006', '25006', '53100', '53200', '53300', '53400', '57P01', '57014'];
  expect([...passing, '40P01', '42601', '23505'].filter(isTransient)).toEqual(passing);
});

describe.each(['53100', '25006'])('a server that fails with %s', (code) => {
  it('makes a command unavailable, not internal', async () => {
    const callOff = await failing('notes.note', code);
    expect(await add('a', 'job_a')).toEqual({ fault: 'unavailable' });
    await callOff();
    expect(await add('a', 'job_a')).toHaveProperty('ok');
  });

  it('dead-letters no event: all are handled after its recovery', async () => {
    const texts = ['x', 'y', 'z'];
    const job = (text: string) => `job_${code}_${text}`;
    const before = await failures();
    const callOff = await failing('hearing.heard', code);
    for (const text of texts) await add(text, job(text));
    await becomes('the events to fail', async () => (await failures()) >= before + 3);
    await callOff();
    for (const text of texts) await app.hears(job(text), 1);
    const left = await app.sql('select 1 from hearing.dead_letter');
    expect(left).toEqual([]);
  });
});

it('a deadlock is retried with its whole batch', async () => {
  // Fails for the first transaction alone.
  await app.sql(`create sequence hearing.tries;
    grant usage on sequence hearing.tries to public`);
  const callOff = await failing('hearing.heard', '40P01', "nextval('hearing.tries') = 1");
  const before = await failures();
  const warn = vi.spyOn(app.hearing().runtime.log, 'warn');
  for (const text of ['a', 'b']) await add(text, 'job_deadlock');
  await app.hears('job_deadlock', 2);
  await callOff();
  expect(warn.mock.calls.map(([, message]) => message)).toEqual([
    'conflict, the batch is tried again',
  ]);
  expect(await failures(), 'events that were nacked').toBe(before);
  warn.mockRestore();
});
