/** The carrier's side of a job: what the desk and a courier tell of it. */
import { type Job, jobs, type MilestoneRequest, type RequestOf, type Status } from '@svc/contracts';
import type { App } from './app.ts';
import { booking } from './app.ts';

/** The carrier is a tenant that owns none of the jobs. */
export const carrier = 'ten_carrier';

type Told<T extends MilestoneRequest['type']> = Omit<
  Extract<RequestOf<(typeof jobs)['actions']['reachMilestone']>, { type: T }>,
  'id'
>;
type AnyTold = { [T in MilestoneRequest['type']]: Told<T> }[MilestoneRequest['type']];

export const collect: Told<'collect'> = {
  type: 'collect',
  seal: 'SEAL-1',
  parcels_scanned: 1,
  box_temperature_c: 4.1,
};
export const deliver: Told<'deliver'> = {
  type: 'deliver',
  recipient: 'Naledi Mokoena',
  seal: 'SEAL-1',
  signature_file_id: 'file_s',
};
export const deliveryFailed: Told<'delivery_failed'> = {
  type: 'delivery_failed',
  reason: 'nobody there',
};

/** What leads from booking to each state. */
const wayTo: Record<Status, readonly AnyTold[]> = {
  booked: [],
  cancelled: [],
  assigned: [],
  en_route_pickup: [{ type: 'depart' }],
  collected: [collect],
  in_transit: [collect, { type: 'depart' }],
  delivered: [collect, deliver],
  exception: [{ type: 'pickup_failed', reason: 'closed' }],
};

export function roadOf(app: App) {
  const desk = () => app.clients(carrier).jobs;
  const assign = (id: string, driver_id = 'drv_1', vehicle_id = 'veh_1') =>
    desk().assign({ id, driver_id, vehicle_id });
  const tell = (id: string, told: AnyTold) => desk().reachMilestone({ id, ...told });

  return {
    desk,
    assign,
    tell,
    /** As a courier's device sends it: what is answered crosses the bus as it is. */
    tellAs: (courier_id: string | undefined, id: string, told: AnyTold, request?: string) =>
      app.call(
        [jobs, 'reachMilestone'],
        { id, ...told, ...(courier_id && { courier_id }) },
        { tenant: carrier, ...(request && { request, fingerprint: JSON.stringify(told) }) },
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
      for (const told of wayTo[status]) await tell(job.id, told);
      return job;
    },
    events: async (id: string) =>
      (await app.outbox('jobs'))
        .filter((event) => event.job_id === id)
        .toSorted((a, b) => a.sequence - b.sequence),
  };
}
