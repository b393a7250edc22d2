/** Words for what contracts name in codes. */
import type { Driver, Person, Priority, Site, Status, Webhook, weekDays } from '@svc/contracts';
import { type Html, html } from '@svc/web/html';
import { chip, type Tone } from '@svc/web/parts';

export const roleLabels: Readonly<Record<Person['user']['role'], string>> = {
  admin: 'Administrator',
  booker: 'Booker',
  viewer: 'Viewer',
  auditor: 'Auditor',
  dispatcher: 'Dispatcher',
  quality: 'Quality',
  desk_lead: 'Desk lead',
};

export const statusLabels: Readonly<Record<Status, string>> = {
  booked: 'Booked',
  assigned: 'Assigned',
  en_route_pickup: 'To pick-up',
  collected: 'Collected',
  in_transit: 'In transit',
  delivered: 'Delivered',
  exception: 'Interrupted',
  cancelled: 'Cancelled',
};

export const statusTones: Readonly<Record<Status, Tone>> = {
  booked: 'calm',
  assigned: 'info',
  en_route_pickup: 'move',
  collected: 'move',
  in_transit: 'move',
  delivered: 'good',
  exception: 'bad',
  cancelled: 'calm',
};

export const statusChip = (status: Status): Html => chip(statusTones[status], statusLabels[status]);

export const endpointStatusLabels: Readonly<Record<Webhook['status'], string>> = {
  active: 'Active',
  disabled: 'Disabled',
};

export const priorityLabels: Readonly<Record<Priority, string>> = {
  scheduled: 'Scheduled',
  same_day: 'Same day',
  stat: 'STAT',
  critical: 'Critical',
};

export const siteTypeLabels: Readonly<Record<Site['type'], string>> = {
  clinic: 'Clinic',
  lab: 'Laboratory',
  hospital: 'Hospital',
  pharmacy: 'Pharmacy',
  wholesaler: 'Wholesaler',
  blood_bank: 'Blood bank',
};

const urgentTones: Readonly<Partial<Record<Priority, Tone>>> = { stat: 'warn', critical: 'bad' };

/** In colour where it is urgent. */
export function priorityChip(priority: Priority): Html {
  const tone = urgentTones[priority];
  const label = priorityLabels[priority];
  return tone ? chip(tone, label) : html`${label}`;
}

export const dayLabels: Readonly<Record<(typeof weekDays)[number], string>> = {
  ...{ mon: 'Monday', tue: 'Tuesday', wed: 'Wednesday', thu: 'Thursday', fri: 'Friday' },
  ...{ sat: 'Saturday', sun: 'Sunday' },
};

export const fullName = ({
  first_name,
  last_name,
}: Pick<Driver, 'first_name' | 'last_name'>): string => `${first_name} ${last_name}`;
