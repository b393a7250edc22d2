import type { jobs, RequestOf } from '@svc/contracts';
import { heldClock } from '@svc/kit/clock';
import { startServices } from '@svc/kit/testing';
import { jobsService } from '../src/service.ts';
import { neighbours } from './neighbours.ts';

export type JobsApp = Awaited<ReturnType<typeof startJobs>>;

/** Jobs and those it asks, at eight in the morning. */
export async function startJobs() {
  const clock = heldClock('2026-11-02T08:00:00.000Z');
  const app = await startServices([jobsService, ...neighbours], {
    clock,
    env: { SVC_PUBLIC_URL: 'https://svc.example', SVC_API_URL: 'https://api.svc.example/v1' },
  });
  return { ...app, clock };
}

let tenants = 0;
/** A tenant that no other test of the file knows. */
export const newTenant = (): string => {
  tenants += 1;
  return `ten_${tenants}`;
};

/** A direct booking from clinic to laboratory, and whatever else is wanted. */
export const booking = (
  fields: Partial<RequestOf<typeof jobs.actions.book>> = {},
): RequestOf<typeof jobs.actions.book> => ({
  sku: 'LAB-STD',
  km: 22.5,
  pickup_site_id: 'cli-0',
  dropoff_site_id: 'lab-0',
  ...fields,
});

/** The total of all jobs as the list counts it, beside the number of rows there are. */
export async function counted(app: JobsApp, tenant: string, filter: { site?: string } = {}) {
  const { total } = await app.clients(tenant).jobs.list(filter);
  const { rows } = await app.owner.query<{ n: number }>(
    `select count(*)::int as n from jobs.job
      where tenant_id = $1 and ($2::text is null or $2 in (pickup_site_id, dropoff_site_id))`,
    [tenant, filter.site ?? null],
  );
  return { total, rows: rows[0]?.n };
}
