import { describe, expect, it } from 'vitest';
import { accountsApp, newSite } from './accounts.ts';

const app = accountsApp();

const put = (tenant: string, id: string) =>
  app.as(tenant).putSite({ ...newSite, id, shared: false, phone: '+27 11 555 0100' });
const desk = () => app.as('ten_carrier');

describe('listSitesForDesk', () => {
  it('gives the sites of all tenants, newest first, with tenant and telephone', async () => {
    await put('ten_x', 'site_1');
    await put('ten_y', 'site_2');
    const { data, has_more } = await desk().listSitesForDesk({});
    expect(has_more).toBe(false);
    expect(data).toMatchObject([
      { id: 'site_2', tenant_id: 'ten_y', phone: '+27 11 555 0100', address: newSite.address },
      { id: 'site_1', tenant_id: 'ten_x', receiving_hours: newSite.receiving_hours },
    ]);
  });

  it('filters by tenant, and pages by id', async () => {
    const only = await desk().listSitesForDesk({ tenant_id: 'ten_x' });
    expect(only.data).toMatchObject([{ id: 'site_1' }]);
    const first = await desk().listSitesForDesk({ limit: 1 });
    expect(first).toMatchObject({ data: [{ id: 'site_2' }], has_more: true });
    const next = await desk().listSitesForDesk({ limit: 1, starting_after: 'site_2' });
    expect(next).toMatchObject({ data: [{ id: 'site_1' }], has_more: false });
    await expect(desk().listSitesForDesk({ starting_after: 'site_none' })).rejects.toMatchObject({
      issues: [{ path: ['starting_after'], code: 'unknown_cursor' }],
    });
  });
});

describe('siteDetails', () => {
  it('finds sites of any tenant, each once, and leaves out what is none', async () => {
    const site_ids = ['site_1', 'site_none', 'site_1', 'site_2'];
    const { sites } = await desk().siteDetails({ site_ids });
    expect(sites.map(({ id }) => id).sort()).toEqual(['site_1', 'site_2']);
    expect(sites[0]).not.toHaveProperty('cost_centres');
  });
});

describe('the telephone of a site', () => {
  it('is changed, stays when it is not sent, and goes with null', async () => {
    const site = app.as('ten_x');
    expect(await site.updateSite({ id: 'site_1', phone: '011 555 0199' })).toMatchObject({
      phone: '011 555 0199',
    });
    expect(await site.updateSite({ id: 'site_1', name: 'Annex' })).toMatchObject({
      phone: '011 555 0199',
    });
    expect(await site.updateSite({ id: 'site_1', phone: null })).toMatchObject({ phone: null });
    expect(
      await app.call('updateSite', { id: 'site_1', phone: 'ring' }, { tenant: 'ten_x' }),
    ).toMatchObject({ invalid: [{ path: ['phone'] }] });
  });
});
