import { describe, expect, it } from 'vitest';
import { accountsApp, newSite } from './accounts.ts';

const app = accountsApp();
const sandbox = accountsApp({ SVC_ENVIRONMENT: 'sandbox' });

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
  it('gives tenant, both sites and policies', async () => {
    const trip = await tenantWithSites(app, 'ten_ok');
    const policies = { default_cost_centre: 'CC-1', requirements: {}, sscc: null };
    await app.as('ten_ok').putPolicies(policies);
    expect(await app.as('ten_ok').bookingDetails(trip)).toEqual({
      tenant: { id: 'ten_ok', name: 'Name of ten_ok' },
      pickup: bookingSite('ten_ok-from'),
      dropoff: bookingSite('ten_ok-to'),
      policies,
    });
  });

  it('takes sites that others share', async () => {
    const { pickup_site_id } = await tenantWithSites(app, 'ten_visitor');
    await app.as('ten_carrier').putSite({ ...newSite, id: 'shared-lab', shared: true });
    const trip = { pickup_site_id, dropoff_site_id: 'shared-lab' };
    expect(await app.as('ten_visitor').bookingDetails(trip)).toMatchObject({
      dropoff: bookingSite('shared-lab'),
      policies: { default_cost_centre: '', requirements: {} },
    });
  });
});

describe('bookingDetails in the sandbox', () => {
  it('knows a caller without a tenant', async () => {
    await sandbox.as('ten_sandbox').putSite({ ...newSite, id: 'cli-0', shared: true });
    const trip = { pickup_site_id: 'cli-0', dropoff_site_id: 'cli-0' };
    expect((await sandbox.as('caller_1').bookingDetails(trip)).tenant).toEqual({
      id: 'caller_1',
      name: 'Sandbox caller',
    });
  });
});

describe('bookingDetails refused: unknown_site', () => {
  const detailOf = async (trip: object) => {
    const reply = await app.call('bookingDetails', trip, { tenant: 'ten_refused' });
    expect(reply).toMatchObject({ refused: { code: 'unknown_site' } });
    return 'refused' in reply ? reply.refused.detail : '';
  };

  it.each(['pickup_site_id', 'dropoff_site_id'])('names %s', async (field) => {
    const trip = await tenantWithSites(app, 'ten_refused');
    expect(await detailOf({ ...trip, [field]: 'nowhere' })).toMatch(new RegExp(`^${field} `));
  });

  it('gives the same answer for a foreign site, an absent one and no id at all', async () => {
    const trip = await tenantWithSites(app, 'ten_refused');
    const foreign = await tenantWithSites(app, 'ten_foreign');
    const details = [
      await detailOf({ ...trip, dropoff_site_id: foreign.dropoff_site_id }),
      await detailOf({ ...trip, dropoff_site_id: 'nowhere' }),
      await detailOf({ ...trip, dropoff_site_id: "' or 1=1 --" }),
    ];
    expect(new Set(details).size).toBe(1);
  });
});

describe('bookingDetails of a live tenant that was never created', () => {
  it('is a fault', async () => {
    await app.as('ten_carrier').putSite({ ...newSite, id: 'shared-hos', shared: true });
    const trip = { pickup_site_id: 'shared-hos', dropoff_site_id: 'shared-hos' };
    expect(await app.call('bookingDetails', trip, { tenant: 'ten_ghost' })).toEqual({
      fault: 'internal',
    });
  });
});

describe('bookingDetails with bad input', () => {
  it('is told what is missing', async () => {
    expect(await app.call('bookingDetails', { pickup_site_id: '' })).toMatchObject({
      invalid: [{ path: ['pickup_site_id'] }, { path: ['dropoff_site_id'] }],
    });
  });
});
