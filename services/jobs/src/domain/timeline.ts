/** The two days of the control desk, from jobs, drivers and vehicles. Pure. */
import {
  type Driver,
  requiredRange,
  type Timeline,
  type TimelineJob,
  type Vehicle,
} from '@svc/contracts';
import { type Crew, conflictsOf } from './assignment-conflicts.ts';
import { toUndo } from './last-change.ts';
import type { DriverLoad, PlannedJob, PlannedWindow } from './planned-job.ts';
import { type ShiftSpan, shiftSpans } from './shifts.ts';

export function toTimelineJob(job: PlannedJob, crew: Crew, now: Date): TimelineJob {
  const { assignment } = job;
  return {
    id: job.id,
    ref: job.ref,
    version: job.version,
    status: job.status,
    service: job.service,
    priority: job.priority,
    tenant_name: job.tenant_name,
    pickup: { site_id: job.pickup.site_id, name: job.pickup.name },
    dropoff: { site_id: job.dropoff.site_id, name: job.dropoff.name },
    temperature_range_c: requiredRange(job),
    starts_at: job.starts_at.toISOString(),
    sla_due: job.sla_due.toISOString(),
    driver_id: assignment?.driver_id ?? null,
    vehicle: assignment && {
      vehicle_id: assignment.vehicle_id,
      registration: assignment.registration,
    },
    undo: toUndo(job),
    conflicts: conflictsOf(job, crew, now),
  };
}

export interface TimelineSpan {
  from: Date;
  to: Date;
}

/** Until a day begins, what is due before it is not its concern; from then on it still has to be done. */
export const dueFrom = ({ from }: TimelineSpan, now: Date): Date | null =>
  from > now ? from : null;

const isShown = ({ starts_at, sla_due }: PlannedWindow, span: TimelineSpan, now: Date): boolean =>
  starts_at < span.to && sla_due >= (dueFrom(span, now) ?? sla_due);

type Row = Timeline['drivers'][number];

const toShift = ({ from, to }: ShiftSpan) => ({
  from: from.toISOString(),
  to: to.toISOString(),
});

interface RowContext {
  vehicles: ReadonlyMap<string, Vehicle>;
  span: TimelineSpan;
  now: Date;
}

/** A driver's row: each job with the vehicle that it is assigned to. */
export function toDriverRow(
  driver: Driver,
  { jobs, vehicle_id }: DriverLoad,
  { vehicles, span, now }: RowContext,
): Row {
  const usual = vehicle_id === null ? undefined : vehicles.get(vehicle_id);
  return {
    driver_id: driver.id,
    first_name: driver.first_name,
    last_name: driver.last_name,
    status: driver.status,
    shifts: driver.shifts && shiftSpans(driver.shifts, span).map(toShift),
    vehicle: usual ? { vehicle_id: usual.id, registration: usual.registration } : null,
    jobs: jobs
      .filter((job) => isShown(job, span, now))
      .map((job) => {
        const vehicle = vehicles.get(job.assignment?.vehicle_id ?? '') ?? null;
        return toTimelineJob(job, { driver, vehicle, others: jobs }, now);
      }),
  };
}
