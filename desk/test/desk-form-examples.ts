/** Forms of the control desk as a dispatcher fills them in. */
import { liveJob } from './desk-answers.ts';
import { type DeskJobDetail, jobIn } from './desk-job-answers.ts';
import type { Fields } from './desk-under-test.ts';
import { type Outputs, pageOf } from './examples.ts';

export interface FormExample {
  /** As in the table. */
  path: string;
  /** Entries beside those that its page fills in. */
  fields?: Fields;
  /** Of its command; the id that its path names, where none is given. */
  input?: object;
  /** Where the browser goes; the home of the form, where none is given. */
  next?: string;
  /** Text of the page that answers, instead. */
  shows?: string;
  /** Part of that page: shown once. */
  secret?: string;
  /** Outputs with which the page shows it. */
  when?: Outputs;
}

const id = 'x_01';
const by = 'Person dispatcher';
const reason = 'Phone is flat';
const own = { confirmed: 'yes' };
/** Entries of every operation that the desk reports in place of the courier. */
export const meant = { ...own, reason };
const decided = { id, by, version: 1, reason };
const local = '2026-11-02T09:45';
const at = '2026-11-02T09:45:00+02:00';
export const seal = 'SL-00421';

/** A form of the job's page, in a state that has it: its command gets what is entered, and more. */
const ofJob = (
  [name, status]: readonly [string, DeskJobDetail['status']],
  { confirmed, ...fields }: Fields,
  input: object = {},
): FormExample => ({
  path: `/desk/jobs/{id}/${name}`,
  fields: { ...fields, ...(confirmed && { confirmed }) },
  input: { id, ...fields, ...input },
  when: { 'jobs.getForDesk': jobIn(status) },
});

/** A hand-off that the desk reports. */
const reported = (
  place: readonly [string, DeskJobDetail['status']],
  fields: Fields,
  input: object = {},
): FormExample =>
  ofJob(
    place,
    { ...meant, ...fields },
    { ...decided, type: place[0], note: '', ...fields, ...input },
  );

const location = 'Midrand hub';
const replaced = { location, replaces_seal: seal, seal: 'SL-00500', replacement_reason: 'Torn' };
const handedOver = { recipient: 'Reception', seal: 'sl-00421', id_check: 'staff_badge' };
const grave = { category: 'delay', severity: 'low', description: 'Road closed' };

const operations: readonly FormExample[] = [
  ofJob(['assign', 'booked'], { driver_id: 'drv_1', vehicle_id: 'veh_1' }, { version: 1, by }),
  ofJob(['undo-assignment', 'assigned'], {}, { version: 1, by }),
  reported(['depart', 'assigned'], { at: local }, { at }),
  reported(['depart', 'collected'], { at: '', note: 'By the south gate' }, { at: undefined }),
  reported(['arriving', 'en_route_pickup'], { eta_minutes: '5' }, { eta_minutes: 5 }),
  reported(
    ['collect', 'assigned'],
    {
      ...{ seal, parcels_scanned: '2', box_temperature_c: '4.2', at: local },
      barcodes: 'LAB-1\r\nLAB-2\r\n',
    },
    { parcels_scanned: 2, box_temperature_c: 4.2, at, barcodes: ['LAB-1', 'LAB-2'] },
  ),
  reported(['pickup_failed', 'en_route_pickup'], { reason: 'Closed' }),
  reported(['scan', 'in_transit'], { location, seal }),
  reported(
    ['scan', 'in_transit'],
    { location, seal: 'SL-99999', is_broken: 'yes' },
    { is_broken: undefined },
  ),
  reported(['replace_seal', 'in_transit'], replaced, { type: 'scan' }),
  reported(['deliver', 'in_transit'], { ...handedOver, handover_code: '123456' }),
  reported(['deliver', 'in_transit'], { recipient: 'Reception', seal }),
  reported(['delivery_failed', 'collected'], { reason: 'Refused', note: 'Twice' }),
  reported(['resume', 'exception'], { seal: 'SL-00500' }),
  ofJob(['change', 'booked'], { note: 'Ring at gate 3', ...own }, { by, version: 1 }),
  ofJob(['cancel', 'assigned'], { reason: 'By telephone', ...own }, { by, version: 1 }),
  ofJob(['incidents', 'delivered'], grave, { id: undefined, job_id: id }),
  ofJob(['notes', 'booked'], { text: 'Called.\r\nNobody.' }, { text: 'Called.\nNobody.', by }),
  ofJob(['suspect-values', 'delivered'], { decision: 'genuine', reason: 'The fridge was off.' }),
];

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
    input: { id, by, disposition: 'quarantine', reason: 'Stability unknown' },
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
    path: '/desk/vehicles/add',
    fields: { registration: 'CA 1' },
    input: { registration: 'CA 1', documents: [] },
  },
  {
    path: '/desk/vehicles/documents',
    fields: { id: 'veh_1', ...enteredPaper },
    input: { id: 'veh_1', ...paper },
  },
];

export const deskFormExamples: readonly FormExample[] = [...operations, ...ofLists];
