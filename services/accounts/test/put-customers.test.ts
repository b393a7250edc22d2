import { describe, expect, it } from 'vitest';
import { accountsApp, newSite } from './accounts.ts';

const app = accountsApp();

const usable = async (tenant: string, site_ids: string[]) => {
  const { sites } = await app.as(tenant).bookingSites({ site_ids });
  return sites.map(({ site_id }) => site_id).toSorted();
};

describe('putCustomers', () => {
  it("opens the customers' sites to bookings, and closes those of who is a customer no more", async () => {
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
});

describe('putCustomers refused: unknown_tenant', () => {
  it('names it and changes nothing', async () => {
    await app.as('').createTenant({ id: 'ten_w', name: 'W' });
    await app.as('').createTenant({ id: 'ten_p', name: 'P' });
    await app.as('ten_p').putSite({ ...newSite, id: 'p1', shared: false });
    await app.as('ten_w').putCustomers({ tenant_ids: ['ten_p'] });
    const answer = await app.call('putCustomers', { tenant_ids: ['ten_no'] }, { tenant: 'ten_w' });
    expect(answer).toMatchObject({ refused: { code: 'unknown_tenant' } });
    expect(await usable('ten_w', ['p1'])).toEqual(['p1']);
  });
});
