/** Forms of a job's operations as people fill them in, and what they send. */
import type { DeskJobDetail } from './desk-answers.ts';

type Case = readonly [
  form: string,
  status: DeskJobDetail['status'],
  fields: Record<string, string>,
  action: string,
  input: Record<string, unknown>,
];
const id = 'job_01';
const by = 'Person dispatcher';
/** Of operations that the desk reports in place of the courier. */
export const meant = { confirmed: 'yes', reason: 'Phone is flat' };
const decided = { id, by, version: 1, reason: 'Phone is flat' };
const own = { confirmed: 'yes' };
const local = '2026-11-02T09:45';
const at = '2026-11-02T09:45:00+02:00';
export const seal = 'SL-00421';

/** Of the contact that the page shows. */
const phone = { 'pickup_contact.phone': '+27 11 555 0101' };

export const cases: readonly Case[] = [
  [
    'assign',
    'booked',
    { driver_id: 'drv_1', vehicle_id: 'veh_1', ...own },
    'jobs.assign',
    { id, driver_id: 'drv_1', vehicle_id: 'veh_1', version: 1, by },
  ],
  [
    'undo-assignment',
    'assigned',
    { ...own, reason: 'Wrong row' },
    'jobs.undoAssignment',
    { id, version: 1, by, reason: 'Wrong row' },
  ],
  [
    'depart',
    'assigned',
    { at: local, ...meant },
    'jobs.reachMilestone',
    { ...decided, type: 'depart', at, note: '' },
  ],
  [
    'depart',
    'collected',
    { at: '', note: 'By the south gate', ...meant },
    'jobs.reachMilestone',
    { ...decided, type: 'depart', note: 'By the south gate' },
  ],
  [
    'arrive',
    'en_route_pickup',
    { eta_minutes: '5', ...meant },
    'jobs.reachMilestone',
    { ...decided, type: 'arriving', eta_minutes: 5 },
  ],
  [
    'collect',
    'assigned',
    {
      ...{ seal, parcels_scanned: '2', box_temperature_c: '4.2', at: local, ...meant },
      barcodes: 'LAB-1\r\nLAB-2\r\n',
    },
    'jobs.reachMilestone',
    {
      ...{ ...decided, type: 'collect', seal, parcels_scanned: 2, box_temperature_c: 4.2, at },
      ...{ note: '', barcodes: ['LAB-1', 'LAB-2'] },
    },
  ],
  [
    'fail-pickup',
    'en_route_pickup',
    { reason: 'Closed', confirmed: 'yes' },
    'jobs.reachMilestone',
    { ...decided, type: 'pickup_failed', reason: 'Closed' },
  ],
  [
    'scan',
    'in_transit',
    { location: 'Midrand hub', seal, ...meant },
    'jobs.reachMilestone',
    { ...decided, type: 'scan', location: 'Midrand hub', seal, note: '' },
  ],
  [
    'scan',
    'in_transit',
    { location: 'Midrand hub', seal: 'SL-99999', is_broken: 'yes', ...meant },
    'jobs.reachMilestone',
    { ...decided, type: 'scan', location: 'Midrand hub', seal: 'SL-99999', note: '' },
  ],
  [
    'deliver',
    'in_transit',
    {
      ...{ recipient: 'Reception', seal: 'sl-00421', id_check: 'staff_badge', ...meant },
      handover_code: '123456',
    },
    'jobs.reachMilestone',
    {
      ...{ ...decided, type: 'deliver', recipient: 'Reception', seal: 'sl-00421', note: '' },
      ...{ id_check: 'staff_badge', handover_code: '123456' },
    },
  ],
  [
    'fail-delivery',
    'collected',
    { reason: 'Refused', confirmed: 'yes', note: 'Twice' },
    'jobs.reachMilestone',
    { ...decided, type: 'delivery_failed', reason: 'Refused', note: 'Twice' },
  ],
  [
    'resume',
    'exception',
    { seal: 'SL-00500', ...meant },
    'jobs.reachMilestone',
    { ...decided, type: 'resume', seal: 'SL-00500', note: '' },
  ],
  [
    'change',
    'booked',
    { note: 'Ring at gate 3', 'pickup_contact.name': 'Front desk', ...own, ...phone },
    'jobs.updateForDesk',
    { id, by, version: 1, note: 'Ring at gate 3' },
  ],
  [
    'cancel',
    'assigned',
    { reason: 'By telephone', confirmed: 'yes' },
    'jobs.cancelForDesk',
    { id, by, version: 1, reason: 'By telephone' },
  ],
  [
    'incidents',
    'delivered',
    { category: 'delay', severity: 'low', description: 'Road closed' },
    'jobs.reportIncident',
    { job_id: id, category: 'delay', severity: 'low', description: 'Road closed' },
  ],
];

export const incomplete: readonly (readonly [
  string,
  DeskJobDetail['status'],
  Record<string, string>,
  string,
])[] = [
  ['assign', 'booked', { ...own, driver_id: '', vehicle_id: 'veh_1' }, 'Choose a driver.'],
  ['assign', 'booked', { ...own, driver_id: 'drv_1' }, 'Choose a vehicle.'],
  ['depart', 'assigned', { at: 'yesterday' }, 'Enter a day and a time'],
  ['depart', 'assigned', { at: '2026-02-30T10:00' }, 'Enter a day and a time'],
  ['arrive', 'in_transit', { eta_minutes: '' }, 'Whole minutes'],
  ['arrive', 'in_transit', { eta_minutes: '-1' }, 'Whole minutes'],
  ['collect', 'assigned', { seal: 'x' }, 'A seal has 4 to 32'],
  ['collect', 'assigned', { seal, box_temperature_c: 'warm' }, 'Degrees from -90'],
  ['fail-pickup', 'assigned', { reason: ' ', confirmed: 'yes' }, 'Why did it fail?'],
  ['fail-pickup', 'assigned', { reason: 'Closed' }, 'Tick that the collection failed'],
  [
    'scan',
    'collected',
    { location: 'Hub', seal: 'SL-00412', ...meant },
    'That is not the expected seal.',
  ],
  ['deliver', 'collected', { seal, id_check: 'staff_badge' }, 'Who took the parcels?'],
  ['fail-delivery', 'in_transit', { reason: 'Refused' }, 'Tick that the parcels go back'],
  ['resume', 'exception', { reason: 'Found' }, 'Tick that the job can go on.'],
  ['depart', 'assigned', { confirmed: 'yes', reason: ' ' }, 'Say why the desk does it.'],
  ['cancel', 'booked', { confirmed: 'yes' }, 'Say why: the reason is on the invoice.'],
  ['change', 'booked', { ...own, 'pickup_contact.phone': '1234' }, 'Name the contact, too.'],
  ['incidents', 'booked', { category: '', severity: 'low' }, 'Choose what kind it is.'],
];
