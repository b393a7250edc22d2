import type { partner, RequestOf } from '@svc/contracts';
import { idsByPage, newTenant, refused } from '@svc/kit/testing/service-test';
import { describe, expect, it } from 'vitest';
import { partnerTest } from './app.ts';
import { bookingsOf } from './neighbours.ts';

const app = partnerTest();

type Plan = RequestOf<typeof partner.actions.createRoute>;
/** Two stops, every day, from ten in the morning of Johannesburg, which is eight UTC. */
const plan = (fields: Partial<Plan> = {}): Plan => ({
  name: 'North',
  sku: 'LAB-ROUTE',
  days: ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'],
  stops: [
    { site_id: 'cli-0', window: '10:00-10:30' },
    { site_id: 'ph-0', window: '12:00-13:00' },
  ],
  dropoff_site_id: 'lab-0',
  starts_on: '2026-11-03',
  ends_on: '2026-11-03',
  ...fields,
});
const make = (fields: Partial<Plan> = {}, tenant = app.tenant) =>
  app.as(tenant).createRoute(plan(fields));

/** `run stop status reason` of all stops, once no work is due at this moment. */
async function stopsOf(id: string, tenant = app.tenant): Promise<string[]> {
  let left = true;
  while (left) {
    await app.bookStops();
    const rows = await app.sql(
      `select (select count(*) from partner.route where status = 'active' and plan_at <= $1)
            + (select count(*) from partner.route_stop where status = 'due' and next_attempt_at <= $1)
           as n`,
      [app.clock.now()],
    );
    left = Number(rows[0]?.n) > 0;
  }
  const { runs } = await app.as(tenant).getRoute({ id });
  return runs.map((s) => `${s.run_on} ${s.stop} ${s.status}${s.reason ? ` ${s.reason}` : ''}`);
}
const missed = () => app.emitted('pickup.missed');
const bookedOf = () => [...bookingsOf(app.tenant).keys()];

describe('a stop is booked', () => {
  it('24 hours before its window, neither earlier nor twice', async () => {
    app.clock.set('2026-11-02T07:59:59.999Z');
    const { id, next_run_on } = await make();
    expect(next_run_on).toBe('2026-11-03');
    expect(await stopsOf(id)).toEqual([]);
    app.clock.set('2026-11-02T08:00:00.000Z');
    expect(await stopsOf(id)).toEqual(['2026-11-03 1 booked']);
    app.clock.set('2026-11-02T10:00:00.000Z');
    expect(await stopsOf(id)).toEqual(['2026-11-03 1 booked', '2026-11-03 2 booked']);
    expect(bookedOf()).toHaveLength(2);
  });

  it('late when its route is created within its window', async () => {
    app.clock.set('2026-11-03T08:15:00.000Z');
    const { id } = await make();
    expect(await stopsOf(id)).toEqual(['2026-11-03 1 booked', '2026-11-03 2 booked']);
  });

  it('with the temperature profile of its route', async () => {
    app.clock.set('2026-11-02T08:00:00.000Z');
    const profile = { temperature_profile: 'platelets', dry_ice_kg: null };
    const { id, ...made } = await make({ temperature_profile: 'platelets' });
    expect(made).toMatchObject(profile);
    await stopsOf(id);
    expect(bookingsOf(app.tenant).values().toArray()).toMatchObject([
      { temperature_profile: 'platelets' },
    ]);
    expect(await app.as().getRoute({ id })).toMatchObject(profile);
  });

  it('without a profile when its route was made before there were any', async () => {
    const { id } = await make();
    const sql = `update partner.route set plan = (plan::jsonb - 'temperature_profile')::json`;
    await app.sql(`${sql} where id = $1`, [id]);
    expect(await stopsOf(id)).toEqual(['2026-11-03 1 booked']);
    expect(await app.as().getRoute({ id })).toMatchObject({ temperature_profile: null });
  });

  it('not at all when its window ended before the route was created', async () => {
    app.clock.set('2026-11-03T08:31:00.000Z');
    const { id } = await make();
    expect(await stopsOf(id)).toEqual(['2026-11-03 2 booked']);
    expect(await missed()).toEqual([]);
  });

  it('as the existing job when the booking process died before recording it', async () => {
    app.clock.set('2026-11-01T08:00:00.000Z');
    const { id } = await make();
    await stopsOf(id);
    const identity = `route:${id}:2026-11-03:1`;
    bookingsOf(app.tenant).set(identity, { id: 'job_before', seal: null, tries: 0 });
    app.clock.set('2026-11-02T08:00:00.000Z');
    expect(await stopsOf(id)).toEqual(['2026-11-03 1 booked']);
    expect((await app.as().getRoute({ id })).runs[0]?.job_id).toBe('job_before');
  });

  it('after a refusal, once the reason is gone', async () => {
    const { id } = await make({ stops: [{ site_id: 'cli-1', window: '10:00-10:30' }] });
    expect(await stopsOf(id)).toEqual(['2026-11-03 1 due unknown_site']);
    app.clock.advanceMs(10 * 60_000);
    expect(await stopsOf(id)).toEqual(['2026-11-03 1 due unknown_site']);
    app.clock.advanceMs(10 * 60_000);
    expect(await stopsOf(id)).toEqual(['2026-11-03 1 booked']);
    expect(await missed()).toEqual([]);
  });
});

it("a fault over one tenant's stops delays no other tenant's, and is retried", async () => {
  const { id: broken } = await make({ stops: [{ site_id: 'broken', window: '10:00-10:30' }] });
  const other = newTenant();
  const { id } = await make({}, other);
  expect(await stopsOf(id, other)).toEqual(['2026-11-03 1 booked']);
  await app.sql(`update partner.route_stop set site_id = 'cli-0' where route_id = $1`, [broken]);
  app.clock.advanceMs(2 * 60_000);
  expect(await stopsOf(broken)).toEqual(['2026-11-03 1 booked']);
});

describe('pickup.missed', () => {
  it('is emitted when a window ended before the stop could be booked', async () => {
    const { id } = await make({ ends_on: '2026-11-05' });
    await stopsOf(id);
    app.clock.set('2026-11-05T09:00:00.000Z');
    expect(await stopsOf(id)).toEqual([
      '2026-11-05 1 missed window_over',
      '2026-11-05 2 booked',
      '2026-11-04 1 missed window_over',
      '2026-11-04 2 missed window_over',
      '2026-11-03 1 booked',
      '2026-11-03 2 missed window_over',
    ]);
    const missedStops = await missed();
    expect(missedStops).toHaveLength(4);
    expect(missedStops.map(({ data }) => data)).toContainEqual({
      route_id: id,
      run_on: '2026-11-05',
      stop: 1,
      site_id: 'cli-0',
      window: '10:00-10:30',
      reason: 'window_over',
    });
  });

  it('is emitted with the reason when its booking was refused to the end', async () => {
    const { id } = await make({ stops: [{ site_id: 'cli-1', window: '10:00-10:30' }] });
    expect(await stopsOf(id)).toEqual(['2026-11-03 1 due unknown_site']);
    app.clock.set('2026-11-03T08:35:00.000Z');
    expect(await stopsOf(id)).toEqual(['2026-11-03 1 missed unknown_site']);
    expect(await missed()).toMatchObject([{ data: { reason: 'unknown_site' }, job_id: '' }]);
  });

  it('is emitted once for each stop after months of downtime', async () => {
    const { id } = await make({ ends_on: '2027-02-28', skip_public_holidays: false });
    await stopsOf(id);
    app.clock.set('2027-03-01T00:00:00.000Z');
    await stopsOf(id);
    // From 3 November to 28 February; the first stop was booked in time.
    expect(await missed()).toHaveLength(118 * 2 - 1);
  });
});

describe('a route', () => {
  it('that is paused books nothing, and keeps what is booked', async () => {
    const { id } = await make({ ends_on: '2026-11-06' });
    expect(await stopsOf(id)).toEqual(['2026-11-03 1 booked']);
    const paused = await app.as().updateRoute({ id, status: 'paused' });
    expect(paused).toMatchObject({ status: 'paused', next_run_on: null });
    app.clock.set('2026-11-04T12:00:00.000Z');
    expect(await stopsOf(id)).toEqual(['2026-11-03 1 booked']);
    const resumed = await app.as().updateRoute({ id, status: 'active' });
    expect(resumed.next_run_on).toBe('2026-11-05');
    expect(await stopsOf(id)).toEqual([
      '2026-11-05 1 booked',
      '2026-11-05 2 booked',
      '2026-11-03 1 booked',
    ]);
    expect(await missed()).toEqual([]);
  });

  it('that is paused skips a stop, and books it when resumed in time', async () => {
    const { id } = await make({ stops: [{ site_id: 'cli-1', window: '10:00-10:30' }] });
    await stopsOf(id);
    await app.as().updateRoute({ id, status: 'paused' });
    app.clock.advanceMs(60_000);
    expect(await stopsOf(id)).toEqual(['2026-11-03 1 skipped unknown_site']);
    await app.as().updateRoute({ id, status: 'active' });
    expect(await stopsOf(id)).toEqual(['2026-11-03 1 due unknown_site']);
    await app.as().updateRoute({ id, status: 'ended' });
    app.clock.set('2026-11-05T08:00:00.000Z');
    expect(await stopsOf(id)).toEqual(['2026-11-03 1 skipped unknown_site']);
    expect(await missed()).toEqual([]);
  });

  it('that has ended stays ended, and an equal status is no change', async () => {
    const { id } = await make();
    await app.as().updateRoute({ id, status: 'ended' });
    expect((await app.as().updateRoute({ id, status: 'ended' })).status).toBe('ended');
    expect(await app.call('updateRoute', { id, status: 'active' })).toEqual(
      refused('invalid_transition'),
    );
  });

  it('is listed for its tenant alone, newest first, by pages', async () => {
    const made: string[] = [];
    for (let nth = 0; nth < 3; nth += 1) {
      made.push((await make()).id);
      app.clock.advanceMs(1);
    }
    const [last = '', ...others] = made.toReversed();
    const pages = await idsByPage((page) => app.as().listRoutes(page));
    expect(pages).toEqual([[last, others[0]], [others[1]]]);
    expect((await app.as().listRoutes({ status: 'paused' })).data).toEqual([]);
    await expect(app.as('ten_other').listRoutes({ starting_after: last })).rejects.toMatchObject({
      issues: [{ path: ['starting_after'], code: 'unknown_cursor' }],
    });
  });

  it.each([
    ['unknown_profile', 'temperature_profile', { temperature_profile: 'lava' }],
    ['profile_mismatch', 'temperature_profile', { temperature_profile: 'red_cells' }],
    ['invalid_body', 'dry_ice_kg', { temperature_profile: 'platelets', dry_ice_kg: 2 }],
  ])('is refused with %s for its %s', async (code, path, fields) => {
    expect(await app.call('createRoute', plan(fields))).toEqual(refused(code, { path: [path] }));
  });

  it.each([
    ['a window that ends before it begins', { stops: [{ site_id: 'a', window: '10:30-10:00' }] }],
    ['a time that is none', { stops: [{ site_id: 'a', window: '24:00-25:00' }] }],
    ['a day twice', { days: ['mon', 'mon'] }],
    ['no stop', { stops: [] }],
    ['an end before its start', { ends_on: '2026-11-02' }],
    ['a date that is none', { starts_on: '2026-02-30' }],
    ['a zone that is none', { timezone: 'Moon/Crater' }],
  ])('is refused when it is created with %s', async (_, fields) => {
    const reply = await app.call('createRoute', { ...plan(), ...fields });
    const [path] = Object.keys(fields);
    expect(reply).toMatchObject({ invalid: [{ path: expect.arrayContaining([path]) }] });
  });
});
