/** Attacks with the rights of the service's own role. */
import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { custodyApp } from './app.ts';

const sandbox = custodyApp({ env: { SVC_ENVIRONMENT: 'sandbox' } });
let role: Client;
beforeAll(async () => {
  role = new Client({ connectionString: sandbox.running().service('custody').databaseUrl });
  await role.connect();
});
afterAll(() => role?.end());

const refused = { code: '42501' };
const trojan = `
  create temporary table custody_event (tenant_id text, job_id text, seq integer);
  insert into custody_event values ('ten_sbx_attack', 'job_1', 1);
  create function pg_temp.escalate() returns trigger language plpgsql as $$
  begin
    create temporary table loot as select current_user as "user";
    return old;
  end $$;
  create trigger escalate before delete on custody_event
    for each row execute function pg_temp.escalate()`;

describe('a temporary table with the name of one that a definer function uses', () => {
  it('cannot be made', async () => {
    await expect(role.query(trojan)).rejects.toMatchObject(refused);
  });

  it('is not looked at, even where temporary tables are allowed', async () => {
    const database = sandbox.running().url.split('/').at(-1);
    await sandbox.rows(`grant temporary on database ${database} to ${database}_custody`);
    await role.query(trojan);
    const { rows } = await role.query(
      "select custody.purge_sandbox_jobs('{ten_sbx_attack}', 10) as purged",
    );
    expect(rows).toEqual([{ purged: 0 }]);
    expect((await role.query("select to_regclass('pg_temp.loot') as loot")).rows[0]).toEqual({
      loot: null,
    });
  });
});

describe('a certificate key', () => {
  it('cannot be exchanged for another', async () => {
    await expect(
      role.query("update custody.certificate_key set public_jwk = '{}'"),
    ).rejects.toMatchObject(refused);
    await expect(role.query("update custody.certificate_key set kid = 'x'")).rejects.toMatchObject(
      refused,
    );
  });

  it('can be retired', async () => {
    await role.query('update custody.certificate_key set encrypted_private_jwk = null');
  });
});
