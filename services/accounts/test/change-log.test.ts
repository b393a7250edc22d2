import { accounts, type ChangedFields, jobs } from '@svc/contracts';
import { until } from '@svc/devnet';
import { refused } from '@svc/kit/testing/service-test';
import { describe, expect, it, test } from 'vitest';
import { recordsOf } from '../src/domain/change-log.ts';
import { accountsTest, newSite, start } from './app.ts';

const app = accountsTest();
let people = 0;

/** A tenant with an administrator, who acts. */
async function stage() {
  people += 1;
  const tenant = `ten_log_${people}`;
  await app.as('').createTenant({ id: tenant, name: tenant });
  const admin = await app
    .as(tenant)
    .createUser({ email: `admin${people}@example.org`, name: 'Ann', role: 'admin' });
  const as = { tenant, actor: admin.id };
  const logged = async (count: number) => {
    await until(async () => (await list()).length >= count, {
      timeoutMs: 20_000,
      what: `${count} changes`,
    });
    return list();
  };
  const list = async () => (await app.as(tenant).listChanges({ person_id: admin.id })).data;
  return { tenant, admin, as, logged, list };
}

const made = (reply: unknown) =>
  accounts.actions.createUser.output.parse(Object(reply).ok) satisfies { id: string };

describe('a change that a person makes', () => {
  it('has person, time, object and the versions before and after', async () => {
    const { tenant, admin, as, logged } = await stage();
    const added = { email: `ben-${tenant}@example.org`, name: 'Ben', role: 'viewer' };
    const { id } = made(await app.call('createUser', added, as));
    await app.call('updateUser', { id, role: 'booker' }, as);
    await app.call('deleteUser', { id }, as);
    const changes = await logged(3);
    const of = (name: string) => changes.find(({ action }) => action === `accounts.${name}`);
    expect(of('updateUser')).toEqual({
      object: 'change',
      id: expect.stringMatching(/^chg_/),
      created_at: start,
      person_id: admin.id,
      person_name: 'Ann',
      action: 'accounts.updateUser',
      object_id: id,
      tenant_id: tenant,
      reason: null,
      before: { role: 'viewer' },
      after: { role: 'booker' },
    });
    const whole = { role: 'viewer', name: 'withheld', email: 'withheld' };
    expect(of('createUser')).toMatchObject({ before: {}, after: whole });
    expect(of('deleteUser')).toMatchObject({ before: { ...whole, role: 'booker' }, after: {} });
    expect(JSON.stringify(await app.sql('select * from accounts.change_log'))).not.toContain('Ben');
  });

  test.each<[string, 'updateSite' | 'putPolicies' | 'removeApiKey', object, ChangedFields[]]>([
    [
      'a site',
      'updateSite',
      { receiving_hours: '24/7' },
      [{ receiving_hours: newSite.receiving_hours ?? '' }, { receiving_hours: '24/7' }],
    ],
    [
      'booking defaults',
      'putPolicies',
      { default_cost_centre: 'CC-2', requirements: {}, contact: { phone: '+27 11 555 0101' } },
      [
        { default_cost_centre: 'CC-1', 'contact.phone': 'withheld' },
        { default_cost_centre: 'CC-2', 'contact.phone': 'withheld' },
      ],
    ],
    ['an API key', 'removeApiKey', {}, [{ revoked: false }, { revoked: true }]],
  ])('has both versions of %s', async (_, action, input, [before, after]) => {
    const { tenant, as, logged } = await stage();
    const site = await app.as(tenant).createSite(newSite);
    const key = await app.as(tenant).addApiKey({ name: 'Board', held_scopes: ['jobs:read'] });
    await app.as(tenant).putPolicies({
      ...{ default_cost_centre: 'CC-1', requirements: {} },
      contact: { phone: '+27 11 555 0100' },
    });
    const id = { updateSite: { id: site.id }, removeApiKey: { id: key.id }, putPolicies: {} };
    await app.call(action, { ...id[action], ...input }, as);
    expect(await logged(1)).toMatchObject([{ action: `accounts.${action}`, before, after }]);
  });

  it('is not logged when it is refused or made by a program', async () => {
    const { tenant, admin, as } = await stage();
    const taken = { email: admin.email, name: 'Again', role: 'viewer' };
    expect(await app.call('createUser', taken, as)).toEqual(refused('email_taken'));
    await app.call('createSite', newSite, { tenant, actor: 'cli_1' });
    expect(
      await app.sql(
        `select 1 from accounts.outbox where type = 'change.recorded' and tenant_id = $1
            and data->>'action' <> 'accounts.createUser'`,
        [tenant],
      ),
    ).toEqual([]);
  });
});

it('a change of users, clients or keys by a program is logged with its client', async () => {
  const { tenant } = await stage();
  const as = { tenant, actor: 'cli_import' };
  const { id } = made(
    await app.call('createUser', { email: 'b@example.org', name: 'Ben', role: 'viewer' }, as),
  );
  const held_scopes = ['jobs:read'];
  await app.call('updateUser', { id, name: 'Ben B.' }, as);
  await app.call('deleteUser', { id }, as);
  await app.call('addClient', { name: 'More', scopes: held_scopes, held_scopes }, as);
  await app.call('addApiKey', { name: 'More', held_scopes }, as);
  const list = async () => (await app.as(tenant).listChanges({ person_id: as.actor })).data;
  await until(async () => (await list()).length === 5, {
    timeoutMs: 20_000,
    what: 'five changes',
  });
  expect(new Set((await list()).map(({ action }) => action))).toEqual(
    new Set(
      ['createUser', 'updateUser', 'deleteUser', 'addClient', 'addApiKey'].map(
        (each) => `accounts.${each}`,
      ),
    ),
  );
});

describe('the log', () => {
  it('is filtered by person, object, action and time, page by page', async () => {
    const { tenant, admin, as, logged } = await stage();
    await app.call('createSite', newSite, as);
    await app.call('createSite', newSite, as);
    const [last, first] = await logged(2);
    const read = async (filter: object) =>
      (await app.as(tenant).listChanges({ person_id: admin.id, ...filter })).data.map(
        ({ id }) => id,
      );
    expect(await read({ limit: 1 })).toEqual([last?.id]);
    expect(await read({ starting_after: last?.id })).toEqual([first?.id]);
    expect(await read({ object_id: first?.object_id })).toEqual([first?.id]);
    expect(await read({ person_id: admin.id })).toHaveLength(2);
    expect(await read({ person_id: 'usr_other' })).toEqual([]);
    expect(await read({ action: 'accounts.createSite' })).toHaveLength(2);
    expect(await read({ action: 'jobs.cancel' })).toEqual([]);
    expect(await read({ created_gte: start })).toHaveLength(2);
    expect(await read({ created_lt: start })).toEqual([]);
  });

  it('shows nothing to another tenant, not even a cursor', async () => {
    const own = await stage();
    const other = await stage();
    await app.call('createSite', newSite, own.as);
    const [change] = await own.logged(1);
    expect(await other.list()).toEqual([]);
    expect(
      await app.call('listChanges', { starting_after: change?.id }, { tenant: other.tenant }),
    ).toMatchObject({ invalid: [{ code: 'unknown_cursor' }] });
  });

  it('keeps the changes of a removed person under the id alone', async () => {
    const { tenant, admin, as, logged, list } = await stage();
    await app.call('createSite', newSite, as);
    await logged(1);
    await app.as(tenant).deleteUser({ id: admin.id });
    expect(await list()).toMatchObject([{ person_id: admin.id, person_name: null }]);
  });

  test.each([
    ['update', 'update accounts.change_log set reason = null'],
    ['delete', 'delete from accounts.change_log'],
    ['truncate', 'truncate accounts.change_log'],
  ])('refuses to its own role the statement %s', async (_, statement) => {
    await expect(app.asRuntime(statement)).rejects.toThrow('permission denied');
  });

  it('deletes the reasons for changes of an erased job in every log', async () => {
    const row = (id: string, log: string, object: string, after = '{}') =>
      `('${log}', '${id}', now(), 'ten_gone', 'ten_desk', 'usr_1', 'jobs.cancelForDesk', '${object}', 'R', '{}', '${after}')`;
    await app.sql(`insert into accounts.change_log values
      ${row('chg_a', 'ten_gone', 'job_gone')}, ${row('chg_a', 'ten_desk', 'job_gone')},
      ${row('chg_b', 'ten_desk', 'oev_1', '{"job_id":"job_gone"}')},
      ${row('chg_c', 'ten_gone', 'job_kept')} returning 1`);
    await app.asRuntime("select accounts.erase_reasons('ten_other', 'job_gone')");
    await app.asRuntime("select accounts.erase_reasons('ten_gone', 'job_gone')");
    const kept = await app.sql(
      "select id, reason from accounts.change_log where data_tenant_id = 'ten_gone' order by id",
    );
    expect(kept.map(({ id, reason }) => `${id} ${reason}`)).toEqual([
      ...['chg_a null', 'chg_a null', 'chg_b null', 'chg_c R'],
    ]);
  });
});

test('a change of the control desk is in the logs of both tenants', () => {
  const data = jobs.events['change.recorded'].data.parse({
    ...{ person_id: 'usr_1', person_tenant_id: 'ten_carrier', action: 'jobs.assign' },
    ...{ object_id: 'job_1', reason: null, before: {}, after: {} },
  });
  const event = { id: 'evt_1', tenant_id: 'ten_a', created_at: start, data };
  expect(recordsOf(event).map(({ tenant_id, id }) => [tenant_id, id])).toEqual([
    ['ten_a', 'chg_1'],
    ['ten_carrier', 'chg_1'],
  ]);
});
