/** Conflicts of a driver and vehicle with a job. Pure. */
import {
  type AssignmentConflict,
  carrierDayOf,
  type Driver,
  type documentPaper,
  temperatureRanges,
  type Vehicle,
} from '@svc/contracts';
import type { z } from 'zod';
import type { PlannedWindow } from './planned-job.ts';
import { isOnShift } from './shifts.ts';

type Paper = z.infer<typeof documentPaper>;

type Known<T extends Driver | Vehicle, K extends keyof T> = Pick<T, 'documents'> &
  Partial<Pick<T, K>>;

/** Null where not chosen or unknown. */
export interface Crew {
  driver: Known<Driver, 'status' | 'shifts'> | null;
  vehicle: Known<Vehicle, 'status' | 'capacity'> | null;
  /** The other jobs of the driver. */
  others: readonly PlannedWindow[];
}

/** Kind of document that says that a vehicle carries a cold box, and until when it is qualified. */
const coldBoxDocument = 'cold_box';
const refsMax = 5;

/** Contents that must stay colder than any room travel in a cold box. */
const needsColdBox = ({ temperature_class }: PlannedWindow): boolean =>
  temperature_class !== null &&
  temperatureRanges[temperature_class].max < temperatureRanges.ambient.min;

/** Windows that only touch do not overlap. */
export const doOverlap = (a: PlannedWindow, b: PlannedWindow): boolean =>
  a.starts_at < b.sla_due && b.starts_at < a.sla_due;

/** Blocking ones first. A document is valid through its last day, where the carrier counts days. */
export function conflictsOf(job: PlannedWindow, crew: Crew, now: Date): AssignmentConflict[] {
  const { driver, vehicle, others } = crew;
  const lastDay = carrierDayOf(job.sla_due > now ? job.sla_due : now);
  const lacksColdBox =
    vehicle !== null &&
    needsColdBox(job) &&
    !vehicle.documents.some(({ document }) => document === coldBoxDocument);
  const concurrent = others.filter((other) => other.id !== job.id && doOverlap(job, other));
  const excess = excessParcels([job, ...concurrent], { job, vehicle });
  return [
    ...expiries('driver_document_expires', driver?.documents ?? [], lastDay),
    ...expiries('vehicle_document_expires', vehicle?.documents ?? [], lastDay),
    ...blocking('driver_retired', driver?.status === 'retired'),
    ...blocking('vehicle_retired', vehicle?.status === 'retired'),
    ...blocking('cold_box_missing', lacksColdBox),
    ...(driver?.shifts && !isOnShift(driver.shifts, windowFrom(job, now)) ? [offShift] : []),
    ...(excess > 0 ? [{ ...doubt, code: 'capacity_exceeded' as const, parcels: excess }] : []),
    ...(concurrent.length > 0 ? [overlap(concurrent)] : []),
  ];
}

const doubt = { is_blocking: false, document: null, expires_on: null, refs: [], parcels: null };
const conflict = { ...doubt, is_blocking: true };
const offShift = { ...doubt, code: 'off_shift' as const };

const blocking = <C extends AssignmentConflict['code']>(code: C, is: boolean) =>
  is ? [{ ...conflict, code }] : [];

/** What is left of the window; an overdue job is to be driven now. */
const windowFrom = ({ starts_at, sla_due }: PlannedWindow, now: Date) => ({
  from: starts_at > now ? starts_at : now,
  to: sla_due > now ? sla_due : now,
});

/** Parcels of the job's temperature class beyond the room of the vehicle; 0 without a known limit. */
function excessParcels(
  together: readonly PlannedWindow[],
  { job, vehicle }: { job: PlannedWindow; vehicle: Crew['vehicle'] },
): number {
  const isOfClass = (each: { temperature_class: PlannedWindow['temperature_class'] }) =>
    each.temperature_class === job.temperature_class;
  const room = vehicle?.capacity?.find(isOfClass)?.parcels;
  if (room === undefined) return 0;
  return Math.max(
    0,
    together.filter(isOfClass).reduce((sum, { parcels }) => sum + parcels, -room),
  );
}

const expiries = (
  code: 'driver_document_expires' | 'vehicle_document_expires',
  documents: readonly Paper[],
  lastDay: string,
): AssignmentConflict[] =>
  documents
    .filter(({ expires_on }) => expires_on < lastDay)
    .map(({ document, expires_on }) => ({ ...conflict, code, document, expires_on }));

/** Not blocking: drivers carry several jobs together; the desk judges whether they can. */
const overlap = (others: readonly PlannedWindow[]): AssignmentConflict => ({
  ...doubt,
  code: 'windows_overlap',
  refs: others.slice(0, refsMax).map(({ ref }) => ref),
});
