/** Forms of a job's page at the control desk as a dispatcher fills them in. */
import { type DeskJobDetail, jobIn } from './desk-job-answers.ts';
import type { Fields } from './desk-under-test.ts';
import type { Outputs } from './examples.ts';

export interface FormExample {
  /** Path of the form in the table. */
  path: string;
  /** Query of the page that shows it, with its `?`. */
  query?: string;
  /** Entries beside those that its page fills in. */
  fields?: Fields;
  /** Input of its command; by default the id that its path names. */
  input?: object;
  /** Address that follows; by default the home of the form. */
  next?: string;
  /** Text of the page that answers, instead. */
  shows?: string;
  /** Part of that page: shown once. */
  secret?: string;
  /** Prepares another form: its command is given as often as it is sent. */
  isEachTime?: boolean;
  /** Outputs with which the page shows it. */
  when?: Outputs;
}

const id = 'x_01';
export const by = 'Person dispatcher';
export const reason = 'Phone is flat';
export const own = { confirmed: 'yes' };
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

const ofMessages = (below: string, fields: Fields, input: object): FormExample => ({
  ...{ path: `/desk/jobs/{id}/messages${below}`, fields, input: { id, ...input } },
  ...{ next: `/desk/jobs/${id}#messages`, when: { 'jobs.getForDesk': jobIn('assigned') } },
});

const location = 'Midrand hub';
const replaced = { location, replaces_seal: seal, seal: 'SL-00500', replacement_reason: 'Torn' };
const handedOver = { recipient: 'Reception', seal: 'sl-00421', id_check: 'staff_badge' };
const grave = { category: 'delay', severity: 'low', description: 'Road closed' };

export const jobFormExamples: readonly FormExample[] = [
  ofJob(['assign', 'booked'], { driver_id: 'drv_1', vehicle_id: 'veh_1' }, { version: 1, by }),
  ofJob(
    ['transfer', 'in_transit'],
    { driver_id: 'drv_1', vehicle_id: 'veh_1', reason },
    { version: 1, by },
  ),
  {
    path: '/desk/jobs/{id}/legs',
    fields: {
      hub_1: 'veh_hub',
      due_1: local,
      share_1: '40',
      driver_2: 'drv_1',
      vehicle_2: 'veh_1',
    },
    input: {
      ...{ id, version: 1, by },
      legs: [
        { hub_id: 'veh_hub', due_at: at, share_percent: 40 },
        {
          ...{ driver_id: 'drv_1', vehicle_id: 'veh_1' },
          ...{ hub_id: null, due_at: undefined, share_percent: null },
        },
      ],
    },
    when: { 'jobs.getForDesk': jobIn('in_transit') },
  },
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
  ofMessages('', { text: ' Ring the bell ' }, { text: 'Ring the bell', by }),
  ofMessages('', { ready: 'Call the desk', text: '' }, { text: 'Call the desk', by }),
  ofMessages('/read', {}, { up_to: 'msg_02' }),
  ofJob(['suspect-values', 'delivered'], { decision: 'genuine', reason: 'The fridge was off.' }),
];
