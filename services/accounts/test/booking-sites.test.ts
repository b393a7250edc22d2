import { describe, expect, it } from 'vitest';
import { accountsApp, newSite } from './accounts.ts';

const app = accountsApp();

describe('bookingSites', () => {
  it('gives the tenant, its policies and those of the sites that it may use', async () => {
    await app.as('').createTenant({ id: 'ten_ok', name: 'Acme' });
    await app.as('ten_ok').putSite({ ...newSite, id: 'own', shared: false });
    await app.as('ten_other').putSite({ ...newSite, id: 'shared', shared: true });
    await app.as('ten_other').putSite({ ...newSite, id: 'foreign', shared: false });
    const site_ids = ['own', 'shared', 'foreign', 'nowhere', "' or 1=1 --"];
    const { sites, ...booker } = await app.as('ten_ok').bookingSites({ site_ids });
    expect(sites.map(({ site_id }) => site_id).toSorted()).toEqual(['own', 'shared']);
    expect(sites[0]).toMatchObject({ position: newSite.position, time_zone: newSite.time_zone });
    expect(booker).toEqual({
      tenant: { id: 'ten_ok', name: 'Acme' },
      policies: { default_cost_centre: '', requirements: {}, sscc: null },
    });
  });

  it('takes at most two hundred', async () => {
    const site_ids = Array.from({ length: 201 }, (_, n) => `site_${n}`);
    expect(await app.call('bookingSites', { site_ids })).toMatchObject({
      invalid: [{ path: ['site_ids'] }],
    });
  });
});
