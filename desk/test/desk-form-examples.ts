/** Forms of the control desk as a dispatcher fills them in. */
import { driverOnFile, liveJob, vehicleOnFile } from './desk-answers.ts';
import { pageOf } from './examples.ts';
import { by, type FormExample, jobFormExamples, own, reason } from './job-form-examples.ts';

const id = 'x_01';
const paper = { document: 'roadworthy', expires_on: '2031-01-31' };
const enteredPaper = { ...paper, document: ' roadworthy ' };
const nearer = { reason: 'Nearer.' };
const chosen = { driver_id: 'drv_1', vehicle_id: 'veh_1' };
const timeline = '/desk/timeline?date=2026-11-02';

/** Waits for a driver. */
const waiting = (job: string, version: number) => ({ ...liveJob, id: job, ref: job, version });

const ofLists: readonly FormExample[] = [
  {
    path: '/desk/assign',
    fields: { jobs: ['job_01.1', 'job_02.3'], ...chosen },
    input: {
      jobs: [
        { id: 'job_01', version: 1 },
        { id: 'job_02', version: 3 },
      ],
      ...{ ...chosen, by },
    },
    when: { 'jobs.listLive': pageOf([waiting('job_01', 1), waiting('job_02', 3)]) },
    next: '/desk?assigned=job_01.2%2Cjob_02.4',
  },
  {
    path: '/desk/transfer',
    fields: { jobs: 'job_01.1', ...chosen, reason },
    input: { jobs: [{ id: 'job_01', version: 1 }], ...chosen, reason, by },
  },
  {
    path: '/desk/undo',
    query: '?assigned=job_01.2,job_02.4',
    input: {
      jobs: [
        { id: 'job_01', version: 2 },
        { id: 'job_02', version: 4 },
      ],
      by,
    },
  },
  {
    path: '/desk/hold',
    fields: { jobs: 'job_01.1', reason: 'Closed' },
    input: { id: 'job_01', version: 1, type: 'pickup_failed', reason: 'Closed', by },
    next: '/desk?held=job_01.2',
  },
  {
    path: '/desk/release',
    query: '?held=job_01.2',
    input: { id: 'job_01', version: 2, type: 'resume', by },
  },
  {
    path: '/desk/message',
    fields: { jobs: 'job_01.1', text: 'Call the desk' },
    input: { id: 'job_01', text: 'Call the desk', by },
    next: '/desk?sent=1',
  },
  {
    path: '/desk/timeline/assign',
    fields: { job: 'job_01.1', ...chosen, ...nearer },
    input: { id: 'job_01', version: 1, ...chosen, reason: 'Nearer.', by },
    next: timeline,
  },
  {
    path: '/desk/timeline/undo',
    fields: {},
    input: { id: 'job_02', version: 2, by },
    next: timeline,
  },
  {
    path: '/desk/alarms/{id}/acknowledge',
    fields: { note: 'On it', by: 'Somebody else' },
    input: { id, by, note: 'On it' },
  },
  { path: '/desk/alarms/{id}/acknowledge', input: { id, by } },
  {
    path: '/desk/alarms/{id}/disposition',
    fields: { disposition: 'quarantine', reason: 'Stability unknown', by: 'Somebody else' },
    input: {
      ...{ id, disposition: 'quarantine', reason: 'Stability unknown' },
      by: 'Person quality',
    },
  },
  {
    path: '/desk/drivers/add',
    fields: {
      ...{ first_name: 'Naledi', last_name: 'Example' },
      ...{ document_2: 'driving_licence', expires_on_2: '2027-01-31' },
    },
    input: {
      ...{ first_name: 'Naledi', last_name: 'Example' },
      documents: [{ document: 'driving_licence', expires_on: '2027-01-31' }],
    },
  },
  {
    path: '/desk/drivers/{id}/update',
    fields: { phone: '082 555 0124', base_name: 'Depot', base_position: '-26.1, 28.2' },
    input: {
      ...{ id, phone: '082 555 0124' },
      base: { name: 'Depot', position: { lat: -26.1, lng: 28.2 } },
    },
  },
  { path: '/desk/drivers/{id}/retire', fields: own, input: { id, status: 'retired' } },
  {
    path: '/desk/drivers/{id}/reinstate',
    input: { id, status: 'active' },
    when: { 'tracking.getDriver': { ...driverOnFile, status: 'retired' } },
  },
  {
    path: '/desk/drivers/{id}/week',
    fields: { fri_from: '22:00', fri_to: '06:00' },
    input: {
      id,
      shifts: {
        ...driverOnFile.shifts,
        week: [
          { day: 'mon', from: '08:00', to: '17:00' },
          { day: 'fri', from: '22:00', to: '06:00' },
        ],
      },
    },
  },
  {
    path: '/desk/drivers/{id}/exceptions',
    fields: { date: '2026-12-24', from: '08:00', to: '12:00' },
    input: {
      id,
      shifts: {
        ...driverOnFile.shifts,
        exceptions: [
          { date: '2026-12-24', from: '08:00', to: '12:00' },
          { date: '2026-12-25', from: null, to: null },
        ],
      },
    },
  },
  {
    path: '/desk/drivers/{id}/exceptions/remove',
    input: { id, shifts: { ...driverOnFile.shifts, exceptions: [] } },
  },
  {
    path: '/desk/drivers/documents',
    fields: { id: 'drv_1', ...enteredPaper },
    input: { id: 'drv_1', ...paper },
  },
  {
    path: '/desk/drivers/{id}/devices/enrol',
    ...{ shows: 'Link that enrols a device', secret: 'the-initial-access-token' },
  },
  { path: '/desk/drivers/{id}/devices/{device}/revoke' },
  {
    path: '/desk/telemetry/add',
    fields: { name: 'Trackers', format: 'traccar' },
    input: { name: 'Trackers', format: 'traccar' },
    ...{ shows: '/v1/telemetry/forwarded/traccar', secret: 'the-forwarding-key' },
  },
  {
    path: '/desk/telemetry/devices',
    fields: { device_id: '8612:2', vehicle_id: 'veh_1', calibrated_until: '2027-06-30' },
    input: { device_id: '8612:2', vehicle_id: 'veh_1', calibrated_until: '2027-06-30' },
  },
  {
    path: '/desk/telemetry/{id}/rotate',
    ...{ shows: 'until Tue, 3 Nov 2026, 10:00', secret: 'the-signing-secret' },
  },
  {
    path: '/desk/vehicles/add',
    fields: { registration: 'CA 1' },
    input: { registration: 'CA 1', documents: [] },
  },
  {
    path: '/desk/vehicles/{id}/update',
    fields: {
      registration: 'CA 2',
      'room_2-8C': '',
      room_frozen: '3',
      base_name: '',
      base_position: '',
    },
    input: {
      ...{ id, registration: 'CA 2', base: null },
      capacity: [{ temperature_class: 'frozen', parcels: 3 }],
    },
  },
  { path: '/desk/vehicles/{id}/retire', input: { id, status: 'retired' } },
  {
    path: '/desk/vehicles/{id}/reinstate',
    input: { id, status: 'active' },
    when: { 'tracking.getVehicle': { ...vehicleOnFile, status: 'retired' } },
  },
  {
    path: '/desk/vehicles/documents',
    fields: { id: 'veh_1', ...enteredPaper },
    input: { id: 'veh_1', ...paper },
  },
];

export const deskFormExamples: readonly FormExample[] = [...jobFormExamples, ...ofLists];
