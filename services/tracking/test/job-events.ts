/** Has the stand-in for jobs tell an event of a job, and waits until tracking has heard it. */
import { type JobSnapshot, jobs, type TemperatureClass } from '@svc/contracts';
import { until } from '@svc/devnet';
import { examplePrice, snapshot } from '@svc/kit/testing/job-snapshot';
import type { App } from './app.ts';
import { shown } from './neighbours.ts';
import { assignment, dropoff, pickup, view } from './view.ts';

type JobEventType = keyof typeof jobs.events;

interface Telling {
  tenant: string;
  job_id: string;
  type: JobEventType;
  data?: Record<string, unknown>;
  job?: Partial<JobSnapshot>;
  /** When and where the milestone was. */
  at?: string;
  position?: { lat: number; lng: number };
  /** The holder changes, with units of these labels, as the chain of custody has them. */
  units?: string;
  /** Only what the chain of custody hears carries time and place. */
  onlyCustody?: boolean;
}

export async function emitJobEvent(app: App, telling: Telling): Promise<void> {
  await app.deliver('jobs', [jobEvent(telling)], telling.tenant);
}

function jobEvent(telling: Omit<Telling, 'tenant'>) {
  const { job_id, type, data = {} } = telling;
  const { internals } = jobs.events['job.created'];
  return { type, job_id, data, internals: internals.parse(snapshotOf(telling)) };
}

/** The same event, told at some time but heard only now. */
export async function tellLate(app: App, telling: Telling, created_at: string): Promise<void> {
  const { tenant, job_id, type, data = {} } = telling;
  const subject = { producer: 'jobs', type, tenant_id: tenant, job_id, sequence: 1 };
  const id = `evt_${job_id}`;
  const internals = snapshotOf(telling);
  await app.consume('jobs', [{ id, ...subject, created_at, data, internals }]);
}

interface HeldJob {
  id: string;
  class: TemperatureClass;
  tenant: string;
  vehicle_id: string;
}
/** Makes a job of two parcels known; gives the events of its collection and its hand-over. */
export function heldJob({ id, class: temperature_class, tenant, vehicle_id }: HeldJob) {
  const ref = `SVC-${id}`;
  const crew = { ...assignment, vehicle_id };
  shown.set(ref, view({ id, ref, tenant_id: tenant, assignment: crew }));
  const facts = { ref, priced: { ...jobSnapshot.priced, temperature_class }, assignment: crew };
  const told = (type: JobEventType, at: string, job: Partial<JobSnapshot>) =>
    jobEvent({ job_id: id, type, at, job: { ...facts, ...job } });
  return {
    collected: (at: string) => told('pickup.completed', at, { status: 'collected' }),
    delivered: (at: string) =>
      told('delivery.completed', at, { status: 'delivered', delivered_at: at }),
  };
}

/** How many events of jobs tracking has handled. */
export async function countHandled(app: App): Promise<number> {
  const sql = 'select coalesce(sum(next - 1), 0)::int as n from tracking.job_cursor';
  const [row] = await app.sql(sql);
  return row?.n;
}

export const heardAll = (app: App, count: number) =>
  until(async () => (await countHandled(app)) === count, {
    timeoutMs: 60_000,
    what: `${count} events to be heard`,
  });

function snapshotOf({ job, at, position, units, onlyCustody }: Omit<Telling, 'tenant'>) {
  const custody = at && {
    at,
    type: units === undefined ? 'scanned' : 'transferred',
    by: 'driver:drv_1',
    note: null,
    seal: null,
    position: position ?? null,
    details: units ? { units } : null,
  };
  const occurred = at && { at, position: position ?? null };
  return {
    job: { ...jobSnapshot, ...job },
    custody: ((onlyCustody || units !== undefined) && custody) || null,
    ...(occurred && !onlyCustody && { occurred }),
  };
}

/** Facts of a job that waits at the pickup with a driver and a vehicle. */
export const jobSnapshot = snapshot({
  pickup,
  dropoff,
  priced: { ...examplePrice(18_500), km: 14, un_number: 'UN3373' },
  assignment,
});
