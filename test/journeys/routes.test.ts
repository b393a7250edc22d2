import { job, listOf, route, routeDetail, tenantScopes } from '@svc/contracts';
import { until } from '@svc/devnet';
import { type HeldClock, heldClock } from '@svc/kit/clock';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Stage, startStage } from './environment.ts';
import { resource } from './http.ts';
import { clientsOf, newTenant, type Tenant } from './tenants.ts';

const hourMs = 60 * 60_000;
/** The Sunday before; Wednesday the 16th is the Day of Reconciliation. */
const start = '2026-12-06T06:00:00.000Z';
const runs = ['2026-12-07', '2026-12-09', '2026-12-11', '2026-12-14', '2026-12-18'];

let clock: HeldClock;
let stage: Stage;
beforeAll(async () => {
  clock = heldClock(start);
  stage = await startStage({ clock, env: { SVC_ROUTES_POLL_MS: '20' } });
});
afterAll(() => stage.stop());

/** Until nothing is left to plan or to book at this moment. */
const settled = () =>
  until(
    async () => {
      const { rows } = await stage.owner.query(
        `select (select count(*) from partner.route where status = 'active' and plan_at <= $1)
              + (select count(*) from partner.route_stop where status = 'due') as left`,
        [clock.now()],
      );
      return Number(rows[0]?.left) === 0;
    },
    { timeoutMs: 60_000, what: 'all stops to be booked' },
  );

const stopsOf = async ({ id }: Tenant) => {
  const { accounts } = clientsOf(stage, id);
  const names = ['Clinic A', 'Clinic B', 'Clinic C'];
  const position = { lat: -26.1, lng: 28 };
  const sites = await Promise.all(
    names.map((name) => accounts.createSite({ name, type: 'clinic', position })),
  );
  const windows = ['08:00-08:30', '09:00-09:30', '10:15-11:00'];
  return sites.map((site, n) => ({ site_id: site.id, window: windows[n] ?? '' }));
};

it('a clinic route with three stops runs for two weeks, but not on a public holiday', async () => {
  const tenant = await newTenant(stage);
  const stops = await stopsOf(tenant);
  const plan = {
    name: 'North',
    sku: 'LAB-ROUTE',
    days: ['mon', 'wed', 'fri'],
    stops,
    dropoff_site_id: tenant.dropoff,
    starts_on: '2026-12-07',
    ends_on: '2026-12-20',
    cost_centre: 'CC-NORTH',
  };
  const made = resource(await tenant.send('POST /routes', { body: plan }), 201, route);
  expect(made).toMatchObject({ status: 'active', next_run_on: '2026-12-07' });
  for (let hours = 0; hours < 15 * 24; hours += 6) {
    await settled();
    clock.advanceMs(6 * hourMs);
  }
  const send = await tenant.sendWith(tenantScopes);
  const detail = resource(await send(`GET /routes/${made.id}`), 200, routeDetail);
  expect(detail).toMatchObject({ next_run_on: null, status: 'active' });
  expect([...new Set(detail.runs.map(({ run_on }) => run_on))]).toEqual(runs.toReversed());
  const booked = resource(await send('GET /jobs?limit=100'), 200, listOf(job)).data;
  expect(booked).toHaveLength(15);
  const byId = new Map(booked.map((each) => [each.id, each]));
  for (const { run_on, stop, status, job_id, ref } of detail.runs) {
    const own = byId.get(job_id ?? '');
    expect(status).toBe('booked');
    expect(own).toMatchObject({
      ref,
      reference: 'North',
      cost_centre: 'CC-NORTH',
      pickup: { site_id: stops[stop - 1]?.site_id },
      metadata: { route_id: made.id, run_on },
    });
    // Johannesburg is two hours ahead of UTC; the SLA of a stop is twelve hours from its window's end.
    const begins = Date.parse(`${run_on}T${stops[stop - 1]?.window.slice(0, 5)}:00+02:00`);
    const ends = Date.parse(`${run_on}T${stops[stop - 1]?.window.slice(6)}:00+02:00`);
    const ahead = (begins - Date.parse(own?.created_at ?? '')) / hourMs;
    expect(ahead).toBeGreaterThan(18 - 0.001);
    expect(ahead).toBeLessThanOrEqual(24);
    expect(Date.parse(own?.sla_due ?? '')).toBe(ends + 12 * hourMs);
  }
});
