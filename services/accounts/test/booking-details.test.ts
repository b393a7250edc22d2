import { refused } from '@svc/kit/testing/service-test';
import { describe, expect, it } from 'vitest';
import { accountsTest, newSite } from './app.ts';

const app = accountsTest();

const bookingSite = (site_id: string) => ({
  site_id,
  name: newSite.name,
  position: newSite.position,
  time_zone: newSite.time_zone,
});
async function tenantWithSites(on: typeof app, id: string) {
  await on.as('').createTenant({ id, name: `Name of ${id}` });
  await on.as(id).putSite({ ...newSite, id: `${id}-from`, shared: false });
  await on.as(id).putSite({ ...newSite, id: `${id}-to`, shared: false });
  return { pickup_site_id: `${id}-from`, dropoff_site_id: `${id}-to` };
}

describe('bookingDetails', () => {
  it('returns tenant, both sites and policies', async () => {
    const trip = await tenantWithSites(app, 'ten_ok');
    const policies = {
      default_cost_centre: 'CC-1',
      requirements: {},
      sscc: null,
      temperature_profiles: [],
    };
    await app.as('ten_ok').putPolicies(policies);
    expect(await app.as('ten_ok').bookingDetails(trip)).toEqual({
      tenant: { id: 'ten_ok', name: 'Name of ten_ok' },
      pickup: bookingSite('ten_ok-from'),
      dropoff: bookingSite('ten_ok-to'),
      policies,
    });
  });

  it('returns sites that other tenants share', async () => {
    const { pickup_site_id } = await tenantWithSites(app, 'ten_visitor');
    await app.as('ten_carrier').putSite({ ...newSite, id: 'shared-lab', shared: true });
    const trip = { pickup_site_id, dropoff_site_id: 'shared-lab' };
    expect(await app.as('ten_visitor').bookingDetails(trip)).toMatchObject({
      dropoff: bookingSite('shared-lab'),
      policies: { default_cost_centre: '', requirements: {} },
    });
  });
});

const detailOf = async (trip: object) => {
  const reply = await app.call('bookingDetails', trip, { tenant: 'ten_refused' });
  expect(reply).toEqual(refused('unknown_site'));
  return 'refused' in reply ? reply.refused.detail : '';
};

it('refuses a foreign, an absent and a malformed site alike', async () => {
  const trip = await tenantWithSites(app, 'ten_refused');
  const foreign = await tenantWithSites(app, 'ten_foreign');
  const details = [
    await detailOf({ ...trip, dropoff_site_id: foreign.dropoff_site_id }),
    await detailOf({ ...trip, dropoff_site_id: 'nowhere' }),
    await detailOf({ ...trip, dropoff_site_id: "' or 1=1 --" }),
  ];
  expect(new Set(details).size).toBe(1);
});

it('bookingSites returns the tenant, its policies and the sites that it may use', async () => {
  await app.as('').createTenant({ id: 'ten_acme', name: 'Acme' });
  await app.as('ten_acme').putSite({ ...newSite, id: 'own', shared: false });
  await app.as('ten_other').putSite({ ...newSite, id: 'shared', shared: true });
  await app.as('ten_other').putSite({ ...newSite, id: 'foreign', shared: false });
  const site_ids = ['own', 'shared', 'foreign', 'nowhere', "' or 1=1 --"];
  const { sites, ...booker } = await app.as('ten_acme').bookingSites({ site_ids });
  expect(sites.map(({ site_id }) => site_id).toSorted()).toEqual(['own', 'shared']);
  expect(sites[0]).toMatchObject({ position: newSite.position, time_zone: newSite.time_zone });
  expect(booker).toEqual({
    tenant: { id: 'ten_acme', name: 'Acme' },
    policies: { default_cost_centre: '', requirements: {}, sscc: null, temperature_profiles: [] },
  });
});

const usable = async (tenant: string, site_ids: string[]) => {
  const { sites } = await app.as(tenant).bookingSites({ site_ids });
  return sites.map(({ site_id }) => site_id).toSorted();
};

it('putCustomers allows bookings from sites of customers, and not from former ones', async () => {
  for (const id of ['ten_whl', 'ten_ph1', 'ten_ph2']) {
    await app.as('').createTenant({ id, name: id });
  }
  await app.as('ten_ph1').putSite({ ...newSite, id: 'ph1', shared: false });
  await app.as('ten_ph2').putSite({ ...newSite, id: 'ph2', shared: false });
  const whl = app.as('ten_whl');
  expect(await usable('ten_whl', ['ph1', 'ph2'])).toEqual([]);

  await whl.putCustomers({ tenant_ids: ['ten_ph1', 'ten_ph1'] });
  expect(await usable('ten_whl', ['ph1', 'ph2'])).toEqual(['ph1']);
  const ends = { pickup_site_id: 'ph1', dropoff_site_id: 'ph1' };
  expect((await whl.bookingDetails(ends)).dropoff.site_id).toBe('ph1');
  // The permission goes one way, and to no third tenant.
  expect(await usable('ten_ph2', ['ph1'])).toEqual([]);

  await whl.putCustomers({ tenant_ids: ['ten_ph2'] });
  expect(await usable('ten_whl', ['ph1', 'ph2'])).toEqual(['ph2']);
});

it('refuses an unknown tenant by name and changes nothing', async () => {
  await app.as('').createTenant({ id: 'ten_w', name: 'W' });
  await app.as('').createTenant({ id: 'ten_p', name: 'P' });
  await app.as('ten_p').putSite({ ...newSite, id: 'p1', shared: false });
  await app.as('ten_w').putCustomers({ tenant_ids: ['ten_p'] });
  const answer = await app.call('putCustomers', { tenant_ids: ['ten_no'] }, { tenant: 'ten_w' });
  expect(answer).toEqual(refused('unknown_tenant'));
  expect(await usable('ten_w', ['p1'])).toEqual(['p1']);
});
