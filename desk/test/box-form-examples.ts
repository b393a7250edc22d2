/** Forms of boxes as a dispatcher fills them in. */
import { box } from './desk-answers.ts';
import type { FormExample } from './job-form-examples.ts';

const id = 'x_01';
const site_id = box.home_site_id ?? '';
const content = 'Date;Serial;°F\r\n02.11.2026 10:00;7;40.1\r\n';
const newBox = { identifier: 'tote-9', kind: 'tote', hold_hours: '' };
const bound = { id, replace: true, from: undefined };
export const boxForms: readonly FormExample[] = [
  {
    path: '/desk/boxes/add',
    fields: { ...newBox, home_site_id: site_id },
    input: {
      ...{ ...newBox, temperature_class: null, hold_hours: null, qualified_until: null },
      home_site_id: site_id,
    },
  },
  {
    path: '/desk/boxes/{id}/update',
    fields: { temperature_class: '', qualified_until: '2027-01-31' },
    input: { id, temperature_class: null, qualified_until: '2027-01-31' },
  },
  {
    path: '/desk/boxes/{id}/state',
    fields: { state: 'clean' },
    input: { id, state: 'clean', status: 'active' },
  },
  {
    path: '/desk/boxes/{id}/vehicle',
    fields: { vehicle_id: 'veh_1', replace: 'yes' },
    input: { ...bound, vehicle_id: 'veh_1' },
  },
  {
    path: '/desk/boxes/{id}/site',
    fields: { site_id, from: '2026-11-02T09:45' },
    input: { id, site_id, from: '2026-11-02T09:45:00+02:00', replace: false },
  },
  {
    path: '/desk/boxes/{id}/unit',
    fields: { in_asset_id: 'ast_2', replace: 'yes' },
    input: { ...bound, in_asset_id: 'ast_2' },
  },
  {
    path: '/desk/boxes/{id}/probe',
    fields: { device_id: 'P-1', replace: 'yes' },
    input: { ...bound, device_id: 'P-1' },
  },
  {
    path: '/desk/boxes/{id}/parcels',
    fields: { job_id: 'HC-0001', parcels: 'LAB-1\r\nLAB-2' },
    input: { ...bound, job_id: 'HC-0001', parcels: ['LAB-1', 'LAB-2'], replace: false },
  },
  {
    path: '/desk/boxes/{id}/logger-files',
    fields: { device_id: 'LOG-7', content, columns: '1 3', date_order: 'dmy', unit: 'F' },
    input: {
      ...{ id, device_id: 'LOG-7', content, date_order: 'dmy', unit: 'F' },
      columns: { date: 1, temperature: 3 },
      ...{ time_zone: 'Africa/Johannesburg', calibrated_until: null },
    },
    shows: 'Readings that count 1 Of other times, left out 0',
  },
  { path: '/desk/boxes/{id}/bindings/{binding}/end' },
  {
    path: '/desk/consumables/add',
    fields: { kind: 'seal', direction: 'back', count: '2', site_id, at: '2026-11-02T09:45' },
    input: { kind: 'seal', count: -2, site_id, at: '2026-11-02T09:45:00+02:00' },
  },
];
