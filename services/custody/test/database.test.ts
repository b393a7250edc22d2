import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { custodyApp, delivered } from './app.ts';

const app = custodyApp();
let role: Client;
let jobId: string;
beforeAll(async () => {
  role = new Client({ connectionString: app.running().service('custody').databaseUrl });
  await role.connect();
  await role.query('set search_path = custody');
  jobId = await delivered(app);
  await app.as('ten_a').certificate({ id: jobId });
});
afterAll(() => role?.end());

const events = async () =>
  (await app.rows('select 1 from custody.custody_event where job_id = $1', [jobId])).length;

describe('the role of the service', () => {
  it.each([
    ['change an event', "update custody_event set hash = 'sha256:0'"],
    ['take an event out', 'delete from custody_event'],
    ['empty the chains', 'truncate custody_event'],
    ['take the guard away', 'alter table custody_event disable trigger only_added_to'],
    [
      'replace the guard',
      'create or replace function refuse_change() returns trigger language plpgsql as $$ begin return new; end $$',
    ],
    ['switch triggers off', 'set session_replication_role = replica'],
    ['purge a job', "select purge_job('ten_a', 'job_1')"],
    ['change a certificate', "update certificate set jws = ''"],
    ['take a certificate back', 'delete from certificate'],
    ['change a text', "update custody_text set text = ''"],
    ['change what tracking found', "update cold_chain_seal set cold_chain = '{}'"],
    ['unpublish a key', 'delete from certificate_key'],
  ])('may not %s', async (_what, sql) => {
    await expect(role.query(sql)).rejects.toMatchObject({ code: '42501' });
  });

  it('gains nothing by claiming to purge', async () => {
    await role.query("select set_config('custody.purged_job', 'ten_a/' || $1, false)", [jobId]);
    await expect(role.query('delete from custody_event')).rejects.toMatchObject({ code: '42501' });
  });

  it('may read and add', async () => {
    await role.query(`
      begin;
      insert into custody_event values ('ten_r', 'job_r', 1, '{}', 'sha256:0', 'sha256:1');
      rollback`);
  });

  it('may not fork a chain', async () => {
    await expect(
      role.query(
        `insert into custody_event select tenant_id, job_id, seq, bytes, prev_hash, hash
           from custody_event where job_id = $1`,
        [jobId],
      ),
    ).rejects.toMatchObject({ code: '23505' });
  });
});

describe('the owner', () => {
  it.each([
    ['change an event', "update custody.custody_event set bytes = '{}'"],
    ['take an event out', 'delete from custody.custody_event'],
    ['empty the chains', 'truncate custody.custody_event'],
    ['change a certificate', "update custody.certificate set jws = ''"],
    ['take a certificate back', 'delete from custody.certificate'],
    ['empty the certificates', 'truncate custody.certificate'],
  ])('does not %s in passing', async (_what, sql) => {
    await expect(app.rows(sql)).rejects.toMatchObject({ code: '23001' });
  });

  it('purges one job as a whole, and no other', async () => {
    const other = await delivered(app);
    await app.as('ten_a').certificate({ id: other });
    const texts = () => app.rows('select job_id from custody.custody_text');
    for (const job_id of [jobId, other]) {
      await app.rows(
        "insert into custody.custody_text values ('ten_a', $1, 1, 'note', 'text', 'salt')",
        [job_id],
      );
    }
    expect(await events()).toBe(3);
    const [answer] = await app.rows('select custody.purge_job($1, $2) as purged', ['ten_a', jobId]);
    expect(answer).toEqual({ purged: 3 });
    expect(await events()).toBe(0);
    expect(await app.rows('select 1 from custody.certificate')).toHaveLength(1);
    expect(await app.rows('select 1 from custody.proof')).toHaveLength(1);
    expect(await texts(), 'texts go with their events').toEqual([{ job_id: other }]);
    await expect(app.rows('delete from custody.custody_event')).rejects.toMatchObject({
      code: '23001',
    });
  });
});
