/** Jobs between its neighbours, at eight in the morning, with the carrier's side of a job. */
import type { Job, jobs, MilestoneRequest, RequestOf, Status } from '@svc/contracts';
import { serviceTest } from '@svc/kit/testing/service-test';
import { beforeEach } from 'vitest';
import { jobsService } from '../src/service.ts';
import { neighbours } from './neighbours.ts';

/** The carrier is a tenant that owns no job. */
const carrier = 'ten_carrier';
const start = '2026-11-02T08:00:00.000Z';

type Booking = RequestOf<typeof jobs.actions.book>;
/** A direct booking from clinic to laboratory, and whatever else is wanted. */
export const booking = (fields: Partial<Booking> = {}): Booking => ({
  sku: 'LAB-STD',
  km: 22.5,
  pickup_site_id: 'cli-0',
  dropoff_site_id: 'lab-0',
  ...fields,
});

type MilestoneInput<T extends MilestoneRequest['type']> = Omit<
  Extract<RequestOf<(typeof jobs)['actions']['reachMilestone']>, { type: T }>,
  'id'
>;
export type Milestone = {
  [T in MilestoneRequest['type']]: MilestoneInput<T>;
}[MilestoneRequest['type']];

export const collect: MilestoneInput<'collect'> = {
  type: 'collect',
  seal: 'SEAL-1',
  parcels_scanned: 1,
  box_temperature_c: 4.1,
};
export const deliver: MilestoneInput<'deliver'> = {
  type: 'deliver',
  recipient: 'Naledi Mokoena',
  seal: 'SEAL-1',
  signature_file_id: 'file_s',
};
export const deliveryFailed: MilestoneInput<'delivery_failed'> = {
  type: 'delivery_failed',
  reason: 'nobody there',
};

/** Milestones from booking to each state. */
const milestonesTo: Record<Status, readonly Milestone[]> = {
  booked: [],
  cancelled: [],
  assigned: [],
  en_route_pickup: [{ type: 'depart' }],
  collected: [collect],
  in_transit: [collect, { type: 'depart' }],
  delivered: [collect, deliver],
  exception: [{ type: 'pickup_failed', reason: 'closed' }],
};

export function jobsTest() {
  const app = serviceTest(jobsService, {
    neighbours,
    env: { SVC_PUBLIC_URL: 'https://svc.example', SVC_API_URL: 'https://api.svc.example/v1' },
  });
  beforeEach(() => app.clock.set(start));
  const desk = () => app.as(carrier);
  const assign = (id: string, driver_id = 'drv_1', vehicle_id = 'veh_1') =>
    desk().assign({ id, driver_id, vehicle_id });
  const report = (id: string, milestone: Milestone) => desk().reachMilestone({ id, ...milestone });

  return Object.assign(app, {
    desk,
    assign,
    report,
    /** The reply to the desk. */
    callDesk: (action: keyof typeof jobs.actions, input: object) =>
      app.call(action, input, { tenant: carrier }),
    /** The reply to a milestone that a courier's device sends, or the desk. */
    reportAs: (courier_id: string | undefined, id: string, sent: Milestone) =>
      app.call(
        'reachMilestone',
        { id, ...sent, ...(courier_id && { courier_id }) },
        { tenant: carrier },
      ),
    /** A job that has come this far. */
    jobThatIs: async (
      status: Status,
      fields: Partial<Booking> = {},
      tenant = app.tenant,
    ): Promise<Job> => {
      const job = await app.as(tenant).book(booking(fields));
      if (status === 'cancelled') {
        await app.as(tenant).cancel({ id: job.id, reason: 'no longer needed' });
      } else if (status !== 'booked') {
        await assign(job.id);
      }
      for (const milestone of milestonesTo[status]) await report(job.id, milestone);
      return job;
    },
    typesOf: async (id: string) => (await app.outbox(id)).map(({ type }) => type),
    /** The total of the tenant's jobs as the list counts it, next to the number of rows. */
    counted: async (site: string | null = null) => {
      const { total } = await app.as().list(site === null ? {} : { site });
      const [row] = await app.sql(
        `select count(*)::int as n from jobs.job
          where tenant_id = $1 and ($2::text is null or $2 in (pickup_site_id, dropoff_site_id))`,
        [app.tenant, site],
      );
      return { total, rows: row.n };
    },
  });
}
