import { accounts, type files, type RequestOf } from '@svc/contracts';
import { snapshot } from '@svc/kit/testing/job-snapshot';
import { refused } from '@svc/kit/testing/service-test';
import { standIn } from '@svc/kit/testing/stand-in';
import { beforeEach, describe, expect, it } from 'vitest';
import { advanceFile, claimFile, insertFile, restartReading } from '../src/store/files.ts';
import { refuseFile } from '../src/workflows/refuse-file.ts';
import { filesTest } from './app.ts';

/** Accounts, where every tenant has the site `whl-0` and no other. */
const own = { ...snapshot().pickup, site_id: 'whl-0', name: 'Warehouse' };
const accountsStandIn = standIn(accounts, {
  bookingSites: async ({ site_ids }, { tenant }) => ({
    tenant: { id: tenant, name: tenant },
    policies: { default_cost_centre: '', requirements: {}, sscc: null, temperature_profiles: [] },
    sites: site_ids.includes(own.site_id) ? [own] : [],
  }),
});

type Input = RequestOf<typeof files.actions.putWholesaler>;

const app = filesTest({ neighbours: [accountsStandIn] });
const inserted = { dc: 'jhb', name: 'a.csv', source: 'sftp', stat: null } as const;

it('a step ends with the reading that it started with, not with an earlier one', async () => {
  const [tenant_id, id] = [app.tenant, 'wf_1'];
  const answered = await app.context().transaction(async ({ db, now }) => {
    const read = (stat: string) =>
      advanceFile(db, { tenant_id, id }, { from: 'reading', to: 'answering', now, more: { stat } });
    await insertFile(db, tenant_id, { ...inserted, id, step: 'reading', now });
    await read('file 1 1');
    const claimed = await claimFile(db, { now, until: new Date(now.getTime() + 1_000) });
    if (!claimed) throw new Error('nothing was due');
    await restartReading(db, tenant_id, { id, now, due_at: now });
    await read('file 2 2');
    const end = { from: 'answering', to: 'answered', now } as const;
    return [
      await advanceFile(db, claimed, end),
      await advanceFile(db, { ...claimed, stat: 'file 2 2' }, end),
    ];
  });
  expect(answered).toEqual([false, true]);
});

describe('a refused file', () => {
  const refusal = {
    from: 'parsing',
    fault: { column: 'order_id', code: 'bad_header', message: 'the column is missing' },
  } as const;
  const file = () => ({ tenant_id: app.tenant, id: `wf_${app.tenant}`, dc: 'jhb' });
  beforeEach(() =>
    app.context().transaction(async ({ db, now }) => {
      const { tenant_id, id } = file();
      await insertFile(db, tenant_id, { ...inserted, id, step: 'parsing', now });
    }),
  );

  it('emits an event without its name, once, in the transaction that stores the fault', async () => {
    const refuse = () => app.context().transaction((trx) => refuseFile(trx, file(), refusal));
    // The second is that of another replica, which came as far later.
    expect([await refuse(), await refuse()]).toEqual([true, false]);
    const data = { file_id: file().id, dc: 'jhb', code: 'bad_header' };
    expect(await app.outbox(app.tenant)).toMatchObject([
      { type: 'file.refused', job_id: '', data },
    ]);
  });

  it('emits no event when its transaction fails', async () => {
    const failing = app.context().transaction(async (trx) => {
      await refuseFile(trx, file(), refusal);
      throw new Error('the database went away');
    });
    await expect(failing).rejects.toThrow('the database went away');
    expect(await app.outbox(app.tenant)).toEqual([]);
  });
});

describe('putWholesaler', () => {
  const centre = (dc: string, site_id = 'whl-0') => ({ dc, site_id, cut_off: '14:00' });
  const put = (tenant: string, input: Input) => app.call('putWholesaler', input, { tenant });
  const named = (username: string, more: Partial<Input> = {}): Input => ({
    username,
    dcs: [centre('jhb')],
    ...more,
  });

  it('returns the stored wholesaler, and replaces the former one', async () => {
    const senders = [{ address: 'Waves@A.example', dc: 'jhb' }];
    expect(await put('ten_a', named('a', { mail_senders: senders }))).toMatchObject({
      ok: {
        tenant_id: 'ten_a',
        username: 'a',
        dcs: [{ dc: 'jhb', site_id: 'whl-0', time_zone: 'Africa/Johannesburg', cut_off: '14:00' }],
        mail_senders: [{ address: 'waves@a.example', dc: 'jhb' }],
      },
    });
    const next = named('a2', { dcs: [centre('cpt'), centre('dbn')], mail_senders: [] });
    expect(await put('ten_a', next)).toMatchObject({ ok: { username: 'a2', mail_senders: [] } });
    const rows = await app.sql(
      `select (select array_agg(dc order by dc) from files.centre where tenant_id = 'ten_a') as dcs,
              (select count(*)::int from files.mail_sender where tenant_id = 'ten_a') as senders`,
    );
    expect(rows).toEqual([{ dcs: ['cpt', 'dbn'], senders: 0 }]);
  });

  it('keeps the senders that it does not name, where their centre stays', async () => {
    const dcs = [centre('jhb'), centre('cpt')];
    const senders = [
      { address: 'c@k.example', dc: 'cpt' },
      { address: 'j@k.example', dc: 'jhb' },
    ];
    await put('ten_k', named('k', { dcs, mail_senders: senders }));
    expect(await put('ten_k', named('k', { dcs }))).toMatchObject({
      ok: { mail_senders: senders },
    });
    expect(await put('ten_k', named('k'))).toMatchObject({ ok: { mail_senders: [senders[1]] } });
  });

  it("refuses a site that is not the wholesaler's", async () => {
    const answer = await put('ten_b', named('b', { dcs: [centre('jhb', 'whl-9')] }));
    expect(answer).toEqual(refused('unknown_site'));
  });

  it('refuses a user name and an address of another tenant', async () => {
    const senders = [{ address: 'waves@c.example', dc: 'jhb' }];
    expect(await put('ten_c', named('c', { mail_senders: senders }))).toHaveProperty('ok');
    expect(await put('ten_d', named('c'))).toEqual(refused('username_taken'));
    expect(await put('ten_d', named('d', { mail_senders: senders }))).toEqual(
      refused('address_taken'),
    );
    expect(await put('ten_c', named('c', { mail_senders: senders }))).toHaveProperty('ok');
  });

  it.each<[string, Partial<Input>]>([
    ['a centre that stands there twice', { dcs: [centre('jhb'), centre('jhb')] }],
    ['a centre with a path for a name', { dcs: [centre('../jhb')] }],
    [
      'a sender of a centre that is not listed',
      { mail_senders: [{ address: 'a@b.example', dc: 'x' }] },
    ],
    [
      'an address for two centres',
      { mail_senders: ['A@b.example', 'a@b.example'].map((address) => ({ address, dc: 'jhb' })) },
    ],
    ['an address that is none', { mail_senders: [{ address: 'waves', dc: 'jhb' }] }],
  ])('refuses %s as bad input', async (_, wrong) => {
    expect(await put('ten_e', named('e', wrong))).toHaveProperty('invalid');
  });
});
