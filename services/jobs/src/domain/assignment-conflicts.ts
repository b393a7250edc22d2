/** Conflicts of a driver and vehicle with a job. Pure. */
import {
  type AssignmentConflict,
  carrierDayOf,
  type documentPaper,
  temperatureRanges,
} from '@svc/contracts';
import type { z } from 'zod';
import type { PlannedWindow } from './planned-job.ts';

type Paper = z.infer<typeof documentPaper>;

/** Papers of the driver and vehicle; null where not chosen or unknown. */
export interface Crew {
  driver: { documents: readonly Paper[] } | null;
  vehicle: { documents: readonly Paper[] } | null;
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
  const refs = others.filter((other) => other.id !== job.id && doOverlap(job, other));
  return [
    ...expiries('driver_document_expires', driver?.documents ?? [], lastDay),
    ...expiries('vehicle_document_expires', vehicle?.documents ?? [], lastDay),
    ...(lacksColdBox ? [{ ...conflict, code: 'cold_box_missing' as const }] : []),
    ...(refs.length > 0 ? [overlap(refs)] : []),
  ];
}

const conflict = { is_blocking: true, document: null, expires_on: null, refs: [] };

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
  ...conflict,
  code: 'windows_overlap',
  is_blocking: false,
  refs: others.slice(0, refsMax).map(({ ref }) => ref),
});
