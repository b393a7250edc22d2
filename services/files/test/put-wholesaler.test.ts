import { accounts, files, type RequestOf } from '@svc/contracts';
import { startServices } from '@svc/kit/testing';
import { snapshot } from '@svc/kit/testing/job-snapshot';
import { standIn } from '@svc/kit/testing/stand-in';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { filesService } from '../src/service.ts';

/** Accounts, where every tenant has the site `whl-0` and no other. */
const own = { ...snapshot().pickup, site_id: 'whl-0', name: 'Warehouse' };
const accountsStandIn = standIn(accounts, {
  bookingSites: async ({ site_ids }, { tenant }) => ({
    tenant: { id: tenant, name: tenant },
    policies: { default_cost_centre: '', requirements: {}, sscc: null },
    sites: site_ids.includes(own.site_id) ? [own] : [],
  }),
});

const definitions = [{ ...filesService, reactions: [], workers: [] }, accountsStandIn];
type Input = RequestOf<typeof files.actions.putWholesaler>;

describe('putWholesaler', () => {
  let app: Awaited<ReturnType<typeof startServices>>;
  beforeAll(async () => {
    app = await startServices(definitions);
  });
  afterAll(() => app?.stop());

  const centre = (dc: string, site_id = 'whl-0') => ({ dc, site_id, cut_off: '14:00' });
  const put = (tenant: string, input: Input) =>
    app.call([files, 'putWholesaler'], input, { tenant });
  const named = (username: string, more: Partial<Input> = {}): Input => ({
    username,
    dcs: [centre('jhb')],
    ...more,
  });

  it('answers what is known from now on, and replaces what was', async () => {
    const senders = [{ address: 'Waves@A.example', dc: 'jhb' }];
    expect(await put('ten_a', named('a', { mail_senders: senders }))).toMatchObject({
      ok: {
        tenant_id: 'ten_a',
        username: 'a',
        dcs: [{ dc: 'jhb', site_id: 'whl-0', time_zone: 'Africa/Johannesburg', cut_off: '14:00' }],
        mail_senders: [{ address: 'waves@a.example', dc: 'jhb' }],
      },
    });
    const next = named('a2', { dcs: [centre('cpt'), centre('dbn')] });
    expect(await put('ten_a', next)).toMatchObject({ ok: { username: 'a2', mail_senders: [] } });
    const { rows } = await app.owner.query(
      `select (select array_agg(dc order by dc) from files.centre where tenant_id = 'ten_a') as dcs,
              (select count(*)::int from files.mail_sender where tenant_id = 'ten_a') as senders`,
    );
    expect(rows).toEqual([{ dcs: ['cpt', 'dbn'], senders: 0 }]);
  });

  it('refuses a site that is not the wholesaler’s', async () => {
    const answer = await put('ten_b', named('b', { dcs: [centre('jhb', 'whl-9')] }));
    expect(answer).toMatchObject({ refused: { code: 'unknown_site' } });
  });

  it('refuses a user name and an address that are another’s', async () => {
    const senders = [{ address: 'waves@c.example', dc: 'jhb' }];
    expect(await put('ten_c', named('c', { mail_senders: senders }))).toHaveProperty('ok');
    expect(await put('ten_d', named('c'))).toMatchObject({ refused: { code: 'username_taken' } });
    expect(await put('ten_d', named('d', { mail_senders: senders }))).toMatchObject({
      refused: { code: 'address_taken' },
    });
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
  ])('takes no %s', async (_, wrong) => {
    expect(await put('ten_e', named('e', wrong))).toHaveProperty('invalid');
  });
});
