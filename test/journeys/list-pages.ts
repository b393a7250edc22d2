import { bookedJob, type Job, jobs } from '@svc/contracts';
import { expect, it } from 'vitest';
import type { Stage } from './environment.ts';
import { resource, type Send } from './http.ts';
import { clientsOf, type Tenant } from './tenants.ts';
import type { Given } from './world.ts';

const page = async (send: Send, query: Record<string, string>) =>
  resource(await send(`GET /jobs?${new URLSearchParams(query)}`), 200, jobs.actions.list.output);
const idsOf = (list: readonly Job[]): string[] => list.map(({ id }) => id);

/** Seven jobs, newest first: each its own pair of sites, reference and status. */
async function bookSeven({ send, pickup: a, dropoff: b }: Tenant, c: string): Promise<Job[]> {
  const ways = [
    [a, b],
    [a, b],
    [b, a],
    [c, b],
    [a, c],
    [a, b],
    [b, a],
  ];
  const booked: Job[] = [];
  for (const [i, [pickup_site_id, dropoff_site_id]] of ways.entries()) {
    const body = {
      sku: 'LAB-STD',
      km: 1,
      pickup_site_id,
      dropoff_site_id,
      reference: `R-${i % 3}`,
    };
    booked.unshift(resource(await send('POST /jobs', { key: `${i}`, body }), 201, bookedJob));
  }
  for (const { id } of booked.slice(0, 2))
    await send(`POST /jobs/${id}/cancel`, { body: { reason: 'r' } });
  const seen = await page(send, {});
  const byTime = (one: Job, other: Job) =>
    other.created_at.localeCompare(one.created_at) || other.id.localeCompare(one.id);
  expect(idsOf(seen.data)).toEqual(idsOf(booked.toSorted(byTime)));
  return seen.data;
}

async function newHospital(stage: Stage, { id }: Tenant): Promise<string> {
  const place = { name: 'Hospital', type: 'hospital', position: { lat: -26, lng: 28 } } as const;
  return (await clientsOf(stage, id).accounts.createSite(place)).id;
}

export function listingJourneys(given: Given): void {
  it('every filter finds its jobs, alone and with others', async () => {
    const { stage, tenant: newTenant } = given();
    const tenant = await newTenant();
    const hospital = await newHospital(stage, tenant);
    const all = await bookSeven(tenant, hospital);
    const [newest, , , , , , oldest] = all;
    if (!newest || !oldest) throw new Error('seven were booked');

    const touches = (site: string) => (job: Job) =>
      job.pickup.site_id === site || job.dropoff.site_id === site;
    const cases: [Record<string, string>, (job: Job) => boolean][] = [
      [{ status: 'booked' }, (job) => job.status === 'booked'],
      [{ status: 'cancelled' }, (job) => job.status === 'cancelled'],
      [{ status: 'delivered' }, () => false],
      [{ site: hospital }, touches(hospital)],
      [{ site: tenant.dropoff }, touches(tenant.dropoff)],
      [{ site: 'site_of_nobody' }, () => false],
      [{ reference: 'R-1' }, (job) => job.reference === 'R-1'],
      [{ created_gte: newest.created_at }, (job) => job.created_at >= newest.created_at],
      [{ created_lt: newest.created_at }, (job) => job.created_at < newest.created_at],
      [
        { created_gte: oldest.created_at, created_lt: newest.created_at, status: 'booked' },
        (job) => job.created_at < newest.created_at && job.status === 'booked',
      ],
      [
        { site: tenant.pickup, status: 'booked', reference: 'R-1' },
        (job) => touches(tenant.pickup)(job) && job.status === 'booked' && job.reference === 'R-1',
      ],
    ];
    for (const [query, matches] of cases) {
      const found = await page(tenant.send, query);
      const expected = all.filter(matches);
      expect(idsOf(found.data), JSON.stringify(query)).toEqual(idsOf(expected));
      expect(found).toMatchObject({ total: expected.length, has_more: false });
    }
  });

  it('pages lead from the newest to the oldest and back', async () => {
    const { stage, tenant: newTenant } = given();
    const tenant = await newTenant();
    const all = idsOf(await bookSeven(tenant, await newHospital(stage, tenant)));
    const at = (i: number): string => all[i] ?? '';
    const walk = async (query: Record<string, string>) => {
      const { data, has_more, total } = await page(tenant.send, { limit: '3', ...query });
      expect(total).toBe(7);
      return [idsOf(data), has_more];
    };
    expect(await walk({})).toEqual([all.slice(0, 3), true]);
    expect(await walk({ starting_after: at(2) })).toEqual([all.slice(3, 6), true]);
    expect(await walk({ starting_after: at(5) })).toEqual([all.slice(6), false]);
    expect(await walk({ starting_after: at(6) })).toEqual([[], false]);
    expect(await walk({ ending_before: at(6) })).toEqual([all.slice(3, 6), true]);
    expect(await walk({ ending_before: at(3) })).toEqual([all.slice(0, 3), false]);
    expect(await walk({ ending_before: at(0) })).toEqual([[], false]);
    expect(await walk({ limit: '7' })).toEqual([all, false]);
    const onSite = await page(tenant.send, { site: tenant.dropoff, limit: '2' });
    expect(onSite).toMatchObject({ has_more: true });
    const last = onSite.data.at(-1)?.id ?? '';
    const next = await page(tenant.send, {
      site: tenant.dropoff,
      limit: '100',
      starting_after: last,
    });
    expect(onSite.data.length + next.data.length).toBe(onSite.total);
  });
}
