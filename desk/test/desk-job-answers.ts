/** Outputs of the services behind the page of a job and the timeline of the control desk. */
import { readFileSync } from 'node:fs';
import {
  bundle,
  type CertifiedBox,
  custody,
  type DeskTemperatures,
  jobs,
  type OutputOf,
  type Timeline,
  type TimelineJob,
} from '@svc/contracts';
import { deskJob } from './desk-answers.ts';
import { demo, type Outputs, pageOf, recorded } from './examples.ts';
import type { Services } from './services.ts';

const of = { ...custody.actions, ...jobs.actions };
export type DeskJobDetail = OutputOf<typeof of.getForDesk>;

const at = (minute: number): string => new Date(Date.UTC(2026, 10, 2, 8, minute)).toISOString();
const before = '2026-11-02T07:58:00.000Z';
/** Shown at both ends of the job. */
const site = {
  ...{ address: '1 Main Road, Johannesburg', phone: '+27 11 555 0100', receiving_hours: '24/7' },
  ...{ position: { lat: -26.2041, lng: 28.0473 }, time_zone: 'Africa/Johannesburg' },
};
const crew = { driver_id: 'drv_1', vehicle_id: 'veh_1' };
const undo = { at: '2026-11-02T07:55:00.000Z', by: 'Lerato M' };
const car = { vehicle_id: 'veh_1', registration: 'CA 123-456' };

export const jobDetail: DeskJobDetail = recorded('getJobForDesk', of.getForDesk, {
  ...{
    ...deskJob,
    id: 'x_01',
    ...crew,
    vehicle: car,
    status: 'assigned',
    undo,
    note: 'Ring twice.',
  },
  driver: { driver_id: 'drv_1', first_name: 'Naledi' },
  pickup: { ...deskJob.pickup, ...site },
  dropoff: { ...deskJob.dropoff, ...site },
  pickup_contact: { name: 'Front desk', phone: '+27 11 555 0101' },
  tracking: {
    ...{ eta_minutes: 30, eta_basis: 'position', position_at: before, sla_status: 'on_time' },
    ...{ minutes_late: 0, out_of_range: null, exception: null },
    last_position: { ...site.position, at: before },
    temperature: { device_id: 'TR-0042', at: before, temperature_c: 4.2, out_of_range_since: null },
  },
  custody: {
    ...{ events: 2, chain_hash: `sha256:${'a'.repeat(64)}` },
    certificates: [
      {
        ...{ id: 'POC-1', type: 'proof_of_custody' },
        verify_url: 'https://api.example.test/verify/POC-1',
      },
    ],
  },
  deliveries: {
    ...{ pending: 0, succeeded: 1, failed: 1 },
    latest: [
      {
        ...{ id: 'whd_1', object: 'delivery', event_id: 'evt_1', type: 'job.created' },
        ...{ attempt: 12, status: 'failed', response_code: null, failure: 'timeout' },
        ...{ duration_ms: 10_000, attempted_at: before, next_attempt_at: null },
        ...{ created_at: before, endpoint_id: 'wh_1' },
      },
    ],
  },
});

/** As a job of this state is: with a seal from the collection on. */
export function jobIn(status: DeskJobDetail['status']): DeskJobDetail {
  if (status === 'booked') {
    const nobody = { driver_id: null, vehicle_id: null, driver: null, vehicle: null };
    return { ...jobDetail, ...nobody, status, undo: null };
  }
  const isOnBoard = status === 'collected' || status === 'in_transit';
  const shown = { undo: status === 'assigned' ? undo : null, seal: isOnBoard ? 'SL-00421' : null };
  return { ...jobDetail, status, ...shown };
}

/** A whole chain with its certificate, and the keys that signed it, as outsiders test with. */
const vectors = new URL('../../packages/proof/vectors/', import.meta.url);
const read = (name: string) => JSON.parse(readFileSync(new URL(name, vectors), 'utf8'));
const { custody: chain, ...signed } = read('bundle.json');
const since = { custody: { texts: [], ...chain }, cold_chain: null, log: null };
export const exampleBundle = bundle.parse({ ...signed, ...since });

const opened: OutputOf<typeof of.openProofForDesk> = {
  ...recorded('getProofOfDelivery', of.pod),
  file: { storage_key: 'invoice.pdf', media_type: 'image/png' },
};

const line = (...points: [minute: number, celsius: number][]): [number, number][] =>
  points.map(([minute, celsius]) => [Date.parse(at(minute)), celsius]);
const probe = { device_id: 'TR-0042' };
export const certifiedBox: CertifiedBox = {
  ...{ asset_id: 'ast_1', identifier: 'BOX-7', kind: 'cool_box', parcels: 2 },
  ...{ from: at(0), to: at(40), probes: [{ ...probe, from: at(0), to: at(36) }] },
};
const temperatures: DeskTemperatures = {
  ...{ min_c: 4, max_c: 9.1, mkt_c: 6.2, coverage: 0.985, result: 'excursion' },
  sensors: [{ ...probe, calibrated_until: '2027-06-30' }],
  boxes: [certifiedBox],
  chart: {
    ...{ range_c: [2, 8], from: at(0), to: at(40), latest: null },
    gaps: [{ from: at(20), to: at(36) }],
    suspects: [{ ...probe, seq: 7, at: at(12), temperature_c: 85, decision: null }],
    excursions: [{ ...probe, from: at(10), to: at(16), minutes: 6, min_c: 8.4, max_c: 9.1 }],
    series: [{ ...probe, lines: [line([0, 4], [10, 8.4], [16, 9.1], [20, 5]), line([36, 5])] }],
  },
};

/** One job waits, two are of one driver. */
export const waitingJob: TimelineJob = {
  ...{ id: 'job_01', ref: 'HC-0001', version: 1, status: 'booked', service: 'Specimen STAT' },
  ...{ priority: 'stat', tenant_name: demo.name, temperature_range_c: { min: 2, max: 8 } },
  ...{ pickup: deskJob.pickup, dropoff: deskJob.dropoff, starts_at: deskJob.starts_at },
  ...{ sla_due: deskJob.sla_due, driver_id: null, vehicle: null, undo: null, conflicts: [] },
};
const overlap = (...refs: string[]) => ({
  ...{ code: 'windows_overlap' as const, is_blocking: false, document: null, expires_on: null },
  ...{ refs, parcels: null },
});
const blocking = { is_blocking: true, refs: [], parcels: null };
const noBox = { ...overlap(), ...blocking, code: 'cold_box_missing' as const };
const expired = {
  ...{ ...blocking, code: 'driver_document_expires' as const, document: 'driving_licence' },
  expires_on: '2026-11-01',
};
export const assigned: TimelineJob = {
  ...{ ...waitingJob, id: 'job_02', ref: 'HC-0002', version: 2, status: 'assigned' },
  ...{ driver_id: 'drv_1', vehicle: car, undo, conflicts: [noBox, overlap('HC-0003')] },
};
export const underWay: TimelineJob = {
  ...{ ...assigned, id: 'job_03', ref: 'HC-0003', version: 5, status: 'in_transit', undo: null },
  ...{ starts_at: '2026-11-02T08:00:00.000Z', sla_due: '2026-11-02T08:20:00.000Z' },
  conflicts: [overlap('HC-0002')],
};
const naledi = { driver_id: 'drv_1', first_name: 'Naledi', last_name: 'Example' };
const sipho = { driver_id: 'drv_2', first_name: 'Sipho', last_name: 'Example' };

/** From 08:00 to 17:00 in Johannesburg. */
export const shifts = [{ from: '2026-11-02T06:00:00.000Z', to: '2026-11-02T15:00:00.000Z' }];

export const day: Timeline = recorded('getTimeline', of.timeline, {
  ...{ unassigned: [waitingJob], has_more_unassigned: true },
  drivers: [
    { ...naledi, status: 'active', shifts: null, vehicle: car, jobs: [assigned, underWay] },
    { ...sipho, status: 'active', shifts, vehicle: null, jobs: [] },
  ],
});

/** Written without a network, and not read yet. */
const courierMessage = recorded('sendCourierMessage', of.sendCourierMessage, {
  ...{ id: 'msg_02', by: 'Naledi', text: 'Arrived, nobody here' },
  ...{ written_at: at(2), created_at: at(9), read_at: null },
});
const deskMessage = recorded('sendMessage', of.sendMessage, {
  ...{ id: 'msg_01', by: 'Lerato M', text: 'Go on to the next stop' },
  ...{ written_at: at(0), created_at: at(0), read_at: at(1) },
});

const atHub = { job_id: 'job_01', ref: 'HC-0001', parcels: 2, driver_first_name: 'Naledi' };

/** `getForDesk` returns a job of this state. */
export const answerJob = ({ answer }: Services, job: DeskJobDetail): void =>
  answer('jobs.getForDesk', job);

export const deskJobOutputs: Outputs = {
  'jobs.getForDesk': jobDetail,
  'jobs.timeline': day,
  'jobs.assign': recorded('assignJob', of.assign),
  'jobs.assignMany': { refs: ['HC-0001'] },
  'jobs.transfer': recorded('assignJob', of.assign),
  'jobs.transferMany': { refs: ['HC-0001'] },
  'jobs.planLegs': recorded('planLegs', of.planLegs),
  'jobs.getHub': recorded('getHub', of.getHub, {
    expected: [{ ...atHub, parcels_scanned: null, due_at: at(-20), at: null }],
    present: [{ ...atHub, parcels_scanned: 1, driver_first_name: null, due_at: at(60), at: at(0) }],
    sent_on: [{ ...atHub, parcels_scanned: 2, due_at: null, at: at(5) }],
  }),
  'jobs.reachMilestone': recorded('assignJob', of.reachMilestone, { id: 'job_01', version: 2 }),
  'jobs.sendMessage': deskMessage,
  'jobs.labelsForDesk': recorded('getLabels', of.labelsForDesk),
  'jobs.undoAssignment': recorded('undoAssignment', of.undoAssignment),
  'jobs.suggestDrivers': {
    ...{ object: 'driver_suggestions', job_id: 'job_01', version: 1 },
    data: [
      {
        ...{ ...sipho, vehicle: null, rank: 1, km: 4.2, minutes: 7, measured_from: 'stop' },
        ...{ jobs_in_window: 0, open_jobs: 0, conflicts: [] },
      },
      {
        ...{ ...naledi, vehicle: car, rank: null, km: null, minutes: null, measured_from: null },
        ...{ jobs_in_window: 1, open_jobs: 2, conflicts: [expired, overlap('HC-0002')] },
      },
    ],
  },
  'jobs.listNotes': pageOf([recorded('addJobNote', of.addNote)]),
  'jobs.listMessages': pageOf([courierMessage, deskMessage]),
  'custody.bundleForDesk': { ...exampleBundle, next: null, texts_from: 0 },
  'custody.certificateKeys': read('keys.json'),
  'custody.openProofForDesk': opened,
  'log.policy': { text: null },
  'tracking.temperatureForDesk': temperatures,
};
