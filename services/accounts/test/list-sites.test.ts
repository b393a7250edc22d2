import { idsByPage } from '@svc/kit/testing/service-test';
import { beforeEach, describe, expect, it } from 'vitest';
import { accountsTest, newSite } from './app.ts';

const app = accountsTest();

const put = (tenant: string, id: string, shared: boolean) =>
  app.as(tenant).putSite({ ...newSite, id, name: `Site ${id}`, shared });
const idsOf = async (tenant: string) =>
  (await app.as(tenant).listSites({})).data.map(({ id }) => id);

it('listSites returns the own sites by name, then the shared ones', async () => {
  await put('ten_x', 'own-2', false);
  await put('ten_x', 'own-1', true);
  await put('ten_carrier', 'all-1', true);
  await put('ten_y', 'hidden', false);
  expect(await idsOf('ten_x')).toEqual(['own-1', 'own-2', 'all-1']);
  expect(await idsOf('ten_y')).toEqual(['hidden', 'all-1', 'own-1']);
});

describe('pages of listSites', () => {
  it('continue from the own sites to the shared ones', async () => {
    await put(app.tenant, 'page-2', false);
    await put(app.tenant, 'page-1', false);
    const sites = app.as();
    const all = (await sites.listSites({})).data.map(({ id }) => id);
    expect(all.length).toBeGreaterThan(3);
    const pages = await idsByPage(async (page) => {
      const found = await sites.listSites(page);
      expect(found.total).toBe(all.length);
      return found;
    }, 1);
    expect(pages).toEqual(all.map((id) => [id]));
  });

  it('refuse a cursor that the tenant may not see', async () => {
    await put('ten_owner', 'private-2', false);
    const page = app.as('ten_pages').listSites({ starting_after: 'private-2' });
    await expect(page).rejects.toMatchObject({
      issues: [{ path: ['starting_after'], code: 'unknown_cursor' }],
    });
  });
});

const putPhoned = (tenant: string, id: string) =>
  app.as(tenant).putSite({ ...newSite, id, shared: false, phone: '+27 11 555 0100' });
const desk = () => app.as('ten_carrier');

describe('sites for the desk', () => {
  beforeEach(async () => {
    await app.sql('truncate accounts.site cascade');
    await putPhoned('ten_x', 'site_1');
    await putPhoned('ten_y', 'site_2');
  });

  describe('listSitesForDesk', () => {
    it('returns the sites of all tenants, newest first, with tenant and telephone', async () => {
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
      const pages = await idsByPage((page) => desk().listSitesForDesk(page), 1);
      expect(pages).toEqual([['site_2'], ['site_1']]);
    });
  });

  it('siteDetails returns sites of any tenant once, and leaves out absent ones', async () => {
    const site_ids = ['site_1', 'site_none', 'site_1', 'site_2'];
    const { sites } = await desk().siteDetails({ site_ids });
    expect(sites.map(({ id }) => id).sort()).toEqual(['site_1', 'site_2']);
    expect(sites[0]).not.toHaveProperty('cost_centres');
  });
});

const at = '2026-11-02T10:00:00.000Z';

describe('openAt', () => {
  it('returns whether a site is open at each moment, null for an absent one', async () => {
    const open = await app.as().createSite(newSite);
    const nights = { ...newSite, receiving_hours: 'Mo-Su 22:00-06:00' };
    const closed = await app.as().createSite(nights);
    const night = '2026-11-02T21:00:00.000Z';
    const moments = [
      { site_id: open.id, at },
      { site_id: closed.id, at },
      { site_id: 'site_absent', at },
      { site_id: closed.id, at: night },
      { site_id: open.id, at: night },
    ];
    expect(await app.as().openAt({ moments })).toEqual({
      open: [true, false, null, true, false],
    });
  });
});
