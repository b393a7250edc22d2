import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { custodyApp, delivered } from './app.ts';

const live = custodyApp();
const sandbox = custodyApp({ env: { SVC_ENVIRONMENT: 'sandbox' } });
const roles: Client[] = [];

async function roleOf(app: typeof live): Promise<Client> {
  const role = new Client({ connectionString: app.running().service('custody').databaseUrl });
  roles.push(role);
  await role.connect();
  await role.query('set search_path = custody');
  return role;
}
const purge = 'select purge_sandbox_jobs($1, $2) as purged';
const count = async (app: typeof live, tenant: string) => {
  const tables = ['custody_event', 'certificate', 'proof'];
  const sums = tables.map((t) => `(select count(*) from custody.${t} where tenant_id = $1)`);
  const [row] = await app.rows(`select ${sums.join(' + ')} as n`, [tenant]);
  return Number(row?.n);
};
const tenant = 'ten_sbx_0123';
/** A job whose events, proof and certificate are there. */
const certified = async (app: typeof live, owner: string) =>
  app.as(owner).certificate({ id: await delivered(app, { tenant: owner }) });

describe('the purge of tenants that are over', () => {
  let onLive: Client;
  let onSandbox: Client;
  beforeAll(async () => {
    [onLive, onSandbox] = [await roleOf(live), await roleOf(sandbox)];
    await certified(live, tenant);
    for (const owner of [tenant, tenant, 'ten_sbx_other', 'ten_a']) await certified(sandbox, owner);
  });
  afterAll(() => Promise.all(roles.map((role) => role.end())));

  it('does not exist on live, whatever the tenant is called', async () => {
    await expect(onLive.query(purge, [[tenant], 10])).rejects.toMatchObject({ code: '42501' });
    expect(await count(live, tenant)).toBeGreaterThan(0);
  });

  it('takes no tenant but those of the sandbox', async () => {
    for (const tenants of [['ten_a'], [tenant, 'ten_a'], ['ten_sbx'], ['xten_sbx_1']]) {
      await expect(onSandbox.query(purge, [tenants, 10])).rejects.toMatchObject({ code: '42501' });
    }
    expect(await count(sandbox, tenant)).toBeGreaterThan(0);
  });

  it('removes as many jobs as it was told at most, and nothing of others', async () => {
    const purged = async (max: number) =>
      (await onSandbox.query(purge, [[tenant], max])).rows[0]?.purged;
    expect(await purged(1)).toBe(1);
    expect(await count(sandbox, tenant)).toBeGreaterThan(0);
    expect(await purged(10)).toBe(1);
    expect(await purged(10)).toBe(0);
    expect(await count(sandbox, tenant)).toBe(0);
    expect(await count(sandbox, 'ten_sbx_other')).toBeGreaterThan(0);
    expect(await count(sandbox, 'ten_a')).toBeGreaterThan(0);
  });

  it('finds what tracking told of jobs that have no chain', async () => {
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
    expect((await onSandbox.query(purge, [[stray], 10])).rows[0]?.purged).toBe(2);
    const left = await sandbox.rows(
      `select tenant_id from custody.cold_chain_seal where tenant_id = $1
       union all select tenant_id from custody.held_excursion where tenant_id = $1`,
      [stray],
    );
    expect(left).toEqual([]);
  });

  it('is all that the role may do', async () => {
    await expect(onSandbox.query('delete from custody_event')).rejects.toMatchObject({
      code: '42501',
    });
    await expect(onSandbox.query("select purge_job('ten_a', 'job_1')")).rejects.toMatchObject({
      code: '42501',
    });
  });
});
