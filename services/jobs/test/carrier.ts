/** The carrier's side of a job: assignment and milestones by desk and courier. */
import { type Job, jobs, type MilestoneRequest, type RequestOf, type Status } from '@svc/contracts';
import type { JobsApp } from './app.ts';
import { booking } from './app.ts';

/** The carrier is a tenant that owns none of the jobs. */
export const carrier = 'ten_carrier';

type MilestoneInput<T extends MilestoneRequest['type']> = Omit<
  Extract<RequestOf<(typeof jobs)['actions']['reachMilestone']>, { type: T }>,
  'id'
>;
type AnyMilestoneInput = {
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
const milestonesTo: Record<Status, readonly AnyMilestoneInput[]> = {
  booked: [],
  cancelled: [],
  assigned: [],
  en_route_pickup: [{ type: 'depart' }],
  collected: [collect],
  in_transit: [collect, { type: 'depart' }],
  delivered: [collect, deliver],
  exception: [{ type: 'pickup_failed', reason: 'closed' }],
};

export function carrierOf(app: JobsApp) {
  const desk = () => app.clients(carrier).jobs;
  const assign = (id: string, driver_id = 'drv_1', vehicle_id = 'veh_1') =>
    desk().assign({ id, driver_id, vehicle_id });
  const report = (id: string, milestone: AnyMilestoneInput) =>
    desk().reachMilestone({ id, ...milestone });

  return {
    desk,
    assign,
    report,
    /** As a courier's device sends it: what is answered crosses the bus as it is. */
    reportAs: (
      courier_id: string | undefined,
      id: string,
      milestone: AnyMilestoneInput,
      request?: string,
    ) =>
      app.call(
        [jobs, 'reachMilestone'],
        { id, ...milestone, ...(courier_id && { courier_id }) },
        { tenant: carrier, ...(request && { request, fingerprint: JSON.stringify(milestone) }) },
      ),
    /** A job of the tenant that has come this far. */
    jobThatIs: async (
      tenant: string,
      status: Status,
      fields: Parameters<typeof booking>[0] = {},
    ): Promise<Job> => {
      const job = await app.clients(tenant).jobs.book(booking(fields));
      if (status === 'cancelled') {
        await app.clients(tenant).jobs.cancel({ id: job.id, reason: 'no longer needed' });
      } else if (status !== 'booked') {
        await assign(job.id);
      }
      for (const milestone of milestonesTo[status]) await report(job.id, milestone);
      return job;
    },
    events: async (id: string) =>
      (await app.outbox('jobs'))
        .filter((event) => event.job_id === id)
        .toSorted((a, b) => a.sequence - b.sequence),
  };
}
