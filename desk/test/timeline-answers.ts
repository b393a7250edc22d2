/** Answers of the services behind the timeline: one job waits, two are of one driver. */
import type { AssignmentConflict, DriverSuggestion, Timeline, TimelineJob } from '@svc/contracts';
import type { Services } from './services.ts';

export const waitingJob: TimelineJob = {
  id: 'job_01',
  ref: 'HC-0001',
  version: 1,
  status: 'booked',
  service: 'Specimen STAT',
  priority: 'stat',
  tenant_name: 'Demo Clinics',
  pickup: { site_id: 'site_1', name: 'Clinic' },
  dropoff: { site_id: 'site_2', name: 'Laboratory' },
  temperature_range_c: { min: 2, max: 8 },
  starts_at: '2026-11-02T07:00:00.000Z',
  sla_due: '2026-11-02T10:00:00.000Z',
  driver_id: null,
  vehicle: null,
  undo: null,
  conflicts: [],
};

const overlap: Omit<AssignmentConflict, 'refs'> = {
  code: 'windows_overlap',
  is_blocking: false,
  document: null,
  expires_on: null,
};
const noBox: AssignmentConflict = {
  ...overlap,
  code: 'cold_box_missing',
  is_blocking: true,
  refs: [],
};
const expired: AssignmentConflict = {
  ...{ code: 'driver_document_expires', is_blocking: true, refs: [] },
  ...{ document: 'driving_licence', expires_on: '2026-11-01' },
};

const assigned: TimelineJob = {
  ...waitingJob,
  ...{ id: 'job_02', ref: 'HC-0002', version: 2, status: 'assigned', driver_id: 'drv_1' },
  vehicle: { vehicle_id: 'veh_1', registration: 'CA 123-456' },
  undo: { at: '2026-11-02T07:55:00.000Z', by: 'Lerato M' },
  conflicts: [noBox, { ...overlap, refs: ['HC-0003'] }],
};
const under_way: TimelineJob = {
  ...assigned,
  ...{ id: 'job_03', ref: 'HC-0003', version: 5, status: 'in_transit', undo: null },
  ...{ starts_at: '2026-11-02T08:00:00.000Z', sla_due: '2026-11-02T08:20:00.000Z' },
  conflicts: [{ ...overlap, refs: ['HC-0002'] }],
};

const naledi = { driver_id: 'drv_1', first_name: 'Naledi', last_name: 'Example' };
const sipho = { driver_id: 'drv_2', first_name: 'Sipho', last_name: 'Example' };
const vehicle = { vehicle_id: 'veh_1', registration: 'CA 123-456' };

export const day: Timeline = {
  object: 'timeline',
  date: '2026-11-02',
  from: '2026-11-01T22:00:00.000Z',
  to: '2026-11-03T22:00:00.000Z',
  unassigned: [waitingJob],
  has_more_unassigned: true,
  drivers: [
    { ...naledi, vehicle, jobs: [assigned, under_way] },
    { ...sipho, vehicle: null, jobs: [] },
  ],
  has_more: false,
};

const suggested: DriverSuggestion[] = [
  {
    ...{ ...sipho, vehicle: null, rank: 1, km: 4.2, minutes: 7, measured_from: 'stop' },
    ...{ jobs_in_window: 0, open_jobs: 0, conflicts: [] },
  },
  {
    ...{ ...naledi, vehicle, rank: null, km: null, minutes: null, measured_from: null },
    ...{ jobs_in_window: 1, open_jobs: 2, conflicts: [expired, { ...overlap, refs: ['HC-0002'] }] },
  },
];

export function answerTimeline({ answers }: Services): void {
  answers.set('jobs.timeline', () => ({ ok: day }));
  answers.set('jobs.suggestDrivers', () => ({
    ok: { object: 'driver_suggestions', job_id: 'job_01', version: 1, data: suggested },
  }));
}
