/** Privileges of the service's role and of the owner over chains, on live and in the sandbox. */
import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { custodyTest } from './app.ts';

const live = custodyTest();
const sandbox = custodyTest({ env: { SVC_ENVIRONMENT: 'sandbox' } });
type App = typeof live;
let onLive: Client;
let onSandbox: Client;

async function roleOf(app: App): Promise<Client> {
  const role = new Client({ connectionString: app.running().service('custody').databaseUrl });
  await role.connect();
  await role.query('set search_path = custody');
  return role;
}
beforeAll(async () => {
  [onLive, onSandbox] = [await roleOf(live), await roleOf(sandbox)];
});
afterAll(() => Promise.all([onLive, onSandbox].map((role) => role?.end())));

const denied = { code: '42501' };
const guarded = { code: '23001' };
/** A job whose events, proof and certificate are there. */
const certified = async (app: App, tenant = app.tenant) => {
  const { job_id } = await app.as(tenant).certificate({ id: await app.delivered({ tenant }) });
  return job_id;
};
const count = async (app: App, tenant: string) => {
  const tables = ['custody_event', 'certificate', 'proof', 'custody_text'];
  const sums = tables.map((t) => `(select count(*) from custody.${t} where tenant_id = $1)`);
  const [row] = await app.sql(`select ${sums.join(' + ')} as n`, [tenant]);
  return Number(row?.n);
};

describe('the role of the service', () => {
  it.each([
    ['change an event', "update custody_event set hash = 'sha256:0'"],
    ['delete an event', 'delete from custody_event'],
    ['empty the chains', 'truncate custody_event'],
    ['disable the guard', 'alter table custody_event disable trigger only_added_to'],
    [
      'replace the guard',
      'create or replace function refuse_change() returns trigger language plpgsql as $$ begin return new; end $$',
    ],
    ['disable triggers', 'set session_replication_role = replica'],
    ['purge a job', "select purge_job('ten_a', 'job_1')"],
    ['change a certificate', "update certificate set jws = ''"],
    ['delete a certificate', 'delete from certificate'],
    ['change a text', "update custody_text set text = ''"],
    ['change the result of tracking', "update cold_chain_seal set cold_chain = '{}'"],
    ['delete a public key', 'delete from certificate_key'],
    ['exchange a public key', "update certificate_key set public_jwk = '{}'"],
    ['rename a key', "update certificate_key set kid = 'x'"],
  ])('may neither on live nor in the sandbox %s', async (_what, sql) => {
    await certified(live);
    await expect(onLive.query(sql)).rejects.toMatchObject(denied);
    await expect(onSandbox.query(sql)).rejects.toMatchObject(denied);
  });

  it('may not delete events after claiming to purge', async () => {
    const claim = `${live.tenant}/${await certified(live)}`;
    await onLive.query("select set_config('custody.purged_job', $1, false)", [claim]);
    await expect(onLive.query('delete from custody_event')).rejects.toMatchObject(denied);
  });

  it('may insert events and retire a key', async () => {
    await onLive.query(`
      begin;
      insert into custody_event values ('ten_r', 'job_r', 1, '{}', 'sha256:0', 'sha256:1');
      update certificate_key set encrypted_private_jwk = null;
      rollback`);
  });

  it('may not fork a chain', async () => {
    const fork = onLive.query(
      `insert into custody_event select tenant_id, job_id, seq, bytes, prev_hash, hash
         from custody_event where job_id = $1`,
      [await certified(live)],
    );
    await expect(fork).rejects.toMatchObject({ code: '23505' });
  });
});

describe('the owner of the database', () => {
  it.each([
    ['change an event', "update custody.custody_event set bytes = '{}'"],
    ['delete an event', 'delete from custody.custody_event'],
    ['empty the chains', 'truncate custody.custody_event'],
    ['change a certificate', "update custody.certificate set jws = ''"],
    ['delete a certificate', 'delete from custody.certificate'],
    ['empty the certificates', 'truncate custody.certificate'],
  ])('does not %s without disabling the guard', async (_what, sql) => {
    await certified(live);
    await expect(live.sql(sql)).rejects.toMatchObject(guarded);
  });

  it('purges one job as a whole, and no other', async () => {
    const [job, other] = [await certified(live), await certified(live, 'ten_other')];
    for (const [tenant, id] of [
      [live.tenant, job],
      ['ten_other', other],
    ]) {
      const values = `('${tenant}', '${id}', 1, 'note', 'text', 'salt')`;
      await live.sql(`insert into custody.custody_text values ${values}`);
    }
    expect([await count(live, live.tenant), await count(live, 'ten_other')]).toEqual([6, 6]);
    const [purge] = await live.sql('select custody.purge_job($1, $2)', [live.tenant, job]);
    expect(purge).toEqual({ purge_job: 3 });
    expect([await count(live, live.tenant), await count(live, 'ten_other')]).toEqual([0, 6]);
    await expect(live.sql('delete from custody.custody_event')).rejects.toMatchObject(guarded);
  });
});

describe('a temporary table with the name of one that a definer function uses', () => {
  const trojan = `
    create temporary table custody_event (tenant_id text, job_id text, seq integer);
    insert into pg_temp.custody_event values ('ten_sbx_attack', 'job_1', 1);
    create function pg_temp.escalate() returns trigger language plpgsql as $$
    begin
      create temporary table loot as select current_user as "user";
      return old;
    end $$;
    create trigger escalate before delete on pg_temp.custody_event
      for each row execute function pg_temp.escalate()`;

  it('cannot be created by the role', async () => {
    await expect(onSandbox.query(trojan)).rejects.toMatchObject(denied);
  });

  it('is ignored even where temporary tables are allowed', async () => {
    const database = sandbox.running().url.split('/').at(-1);
    const right = `temporary on database ${database}`;
    await sandbox.sql(`grant ${right} to ${database}_custody`);
    const role = await roleOf(sandbox);
    await role.query(trojan);
    const { rows } = await role.query("select purge_sandbox_jobs('{ten_sbx_attack}', 10) as n");
    expect(rows).toEqual([{ n: 0 }]);
    const loot = await role.query("select to_regclass('pg_temp.loot') as loot");
    expect(loot.rows).toEqual([{ loot: null }]);
    await role.end();
    await sandbox.sql(`revoke ${right} from ${database}_custody`);
  });
});

describe('the purge of an expired tenant', () => {
  const purge = (role: Client, tenants: string[], max = 10) =>
    role.query('select purge_sandbox_jobs($1, $2) as purged', [tenants, max]);
  const purged = async (tenant: string, max?: number) =>
    (await purge(onSandbox, [tenant], max)).rows[0]?.purged;

  it('does not exist on live, for any name of a tenant', async () => {
    await certified(live, 'ten_sbx_live');
    await expect(purge(onLive, ['ten_sbx_live'])).rejects.toMatchObject(denied);
  });

  it('refuses tenants outside the sandbox', async () => {
    for (const tenants of [['ten_a'], ['ten_sbx_1', 'ten_a'], ['ten_sbx'], ['xten_sbx_1']]) {
      await expect(purge(onSandbox, tenants)).rejects.toMatchObject(denied);
    }
  });

  it('deletes at most the given number of jobs, of these tenants alone', async () => {
    const others = ['ten_sbx_other', sandbox.tenant];
    for (const owner of ['ten_sbx_0123', 'ten_sbx_0123', ...others])
      await certified(sandbox, owner);
    expect(await purged('ten_sbx_0123', 1)).toBe(1);
    expect(await count(sandbox, 'ten_sbx_0123')).toBe(5);
    expect(await purged('ten_sbx_0123')).toBe(1);
    expect(await purged('ten_sbx_0123')).toBe(0);
    for (const [owner, rows] of [
      ['ten_sbx_0123', 0],
      ['ten_sbx_other', 5],
      [sandbox.tenant, 5],
    ] as const) {
      expect(await count(sandbox, owner), owner).toBe(rows);
    }
  });

  it('deletes held excursions and seals of jobs without a chain', async () => {
    const stray = 'ten_sbx_stray';
    await onSandbox.query(
      `insert into cold_chain_seal (tenant_id, job_id, ref, cold_chain)
       values ($1, 'job_1', 'SVC-0123ABCD', '{}')`,
      [stray],
    );
    await onSandbox.query(
      `insert into held_excursion (tenant_id, job_id, fact) values ($1, 'job_2', '{}')`,
      [stray],
    );
    expect(await purged(stray)).toBe(2);
    const left = await sandbox.sql(
      `select tenant_id from custody.cold_chain_seal where tenant_id = $1
       union all select tenant_id from custody.held_excursion where tenant_id = $1`,
      [stray],
    );
    expect(left).toEqual([]);
  });
});
