import { accounts, bookedJob, policies, site, user } from '@svc/contracts';
import { expect, it } from 'vitest';
import { jsonOf, outcomeOf, resource } from './http.ts';
import { bookingOf } from './tenants.ts';
import type { Given } from './world.ts';

const { listSites, listUsers } = accounts.actions;

export function administrationJourneys(given: Given): void {
  it('a new site can be changed, listed and booked from', async () => {
    const tenant = await given().tenant();
    const { send } = tenant;
    const wanted = {
      name: 'North clinic',
      type: 'clinic',
      address: '1 Main Road',
      position: { lat: -26.1, lng: 28.1 },
      receiving_hours: 'Mo-Fr 08:00-17:00',
      cost_centres: ['CC-1'],
    };
    const made = resource(await send('POST /sites', { body: wanted }), 201, site);
    expect(made).toMatchObject({ ...wanted, time_zone: 'Africa/Johannesburg', shared: false });
    const change = { name: 'North-east clinic', receiving_hours: '24/7' };
    const changed = resource(await send(`PATCH /sites/${made.id}`, { body: change }), 200, site);
    expect(changed).toEqual({ ...made, ...change });
    const { data } = resource(await send('GET /sites'), 200, listSites.output);
    expect(data).toContainEqual(changed);
    // Its own three and those that the carrier shares with all.
    expect(data.filter(({ shared }) => !shared)).toHaveLength(3);
    const body = { ...bookingOf(tenant), pickup_site_id: made.id };
    const booked = resource(await send('POST /jobs', { key: 'a', body }), 201, bookedJob);
    expect(booked.pickup).toEqual({ site_id: made.id, name: change.name });
  });

  it('a user is added, given another role and removed', async () => {
    const { send } = await given().tenant();
    const wanted = { email: 'desk@clinic.example', name: 'Front desk', role: 'booker' };
    const made = resource(await send('POST /users', { body: wanted }), 201, user);
    expect(made).toMatchObject(wanted);
    const change = { body: { role: 'viewer' } };
    const changed = resource(await send(`PATCH /users/${made.id}`, change), 200, user);
    expect(changed).toEqual({ ...made, role: 'viewer' });
    const list = resource(await send('GET /users'), 200, listUsers.output);
    expect(list).toEqual({ object: 'list', total: 1, data: [changed], has_more: false });
    const removed = await send(`DELETE /users/${made.id}`);
    expect(jsonOf(removed)).toEqual({ id: made.id, object: 'user', deleted: true });
    expect(outcomeOf(await send(`DELETE /users/${made.id}`))).toBe('404 user_not_found');
    expect(resource(await send('GET /users'), 200, listUsers.output).total).toBe(0);
  });

  it('policies become the defaults of bookings that say nothing else', async () => {
    const tenant = await given().tenant();
    const { send } = tenant;
    expect(resource(await send('GET /policies'), 200, policies)).toEqual({
      default_cost_centre: '',
      requirements: {},
      sscc: null,
      temperature_profiles: [],
    });
    const wanted = {
      default_cost_centre: 'CC-HOUSE',
      requirements: { 'LAB-STD': { otp: true, id_check: true, signature: false, photo: false } },
      sscc: null,
      temperature_profiles: [],
    };
    expect(resource(await send('PUT /policies', { body: wanted }), 200, policies)).toEqual(wanted);
    expect(resource(await send('GET /policies'), 200, policies)).toEqual(wanted);
    const book = async (key: string, more: object) => {
      const body = { ...bookingOf(tenant), ...more };
      return resource(await send('POST /jobs', { key, body }), 201, bookedJob);
    };
    const silent = await book('a', {});
    expect(silent.cost_centre).toBe('CC-HOUSE');
    const detail = jsonOf(await send(`GET /jobs/${silent.id}`));
    expect(detail.requirements).toEqual(wanted.requirements['LAB-STD']);
    expect((await book('b', { cost_centre: 'CC-9' })).cost_centre).toBe('CC-9');
  });
}
