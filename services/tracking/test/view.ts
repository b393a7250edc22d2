/** A job as jobs shows it to tracking. */
import type { BookingSite } from '@svc/contracts';
import type { JobView } from '../src/domain/tracking-record.ts';
import { clinic, laboratory } from './tracked-job.ts';

const site = (site_id: string, name: string, position: BookingSite['position']): BookingSite => ({
  site_id,
  name,
  position,
  time_zone: 'Africa/Johannesburg',
});
export const pickup = site('cli-0', 'Clinic North', clinic);
export const dropoff = site('lab-0', 'Central Laboratory', laboratory);

export const assignment = {
  driver_id: 'drv_1',
  driver_first_name: 'Thandi',
  vehicle_id: 'veh_1',
  registration: 'CA 123-456',
};

export const view = (change: Partial<JobView> = {}): JobView => ({
  id: 'job_1',
  tenant_id: 'ten_a',
  sender_name: 'Acme Clinics',
  ref: 'SVC-0123ABCD',
  status: 'booked',
  service: 'Specimens',
  temperature_class: '2-8C',
  tracking_url: 'https://svc.example/t/a-token-of-22-letters-x',
  pickup,
  dropoff,
  created_at: '2026-11-02T08:00:00.000Z',
  sla_due: '2026-11-02T12:00:00.000Z',
  delivered_at: null,
  assignment: null,
  announced_eta: null,
  events: [{ at: '2026-11-02T08:00:00.000Z', type: 'booked', note: 'Booked', seal: null }],
  last_sequence: 1,
  ...change,
});
