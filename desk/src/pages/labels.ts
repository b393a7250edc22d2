/** Words for what contracts name in codes. */
import type { Person, Priority, Site, Status, Webhook } from '@svc/contracts';

export const roleLabels: Readonly<Record<Person['user']['role'], string>> = {
  admin: 'Administrator',
  booker: 'Booker',
  viewer: 'Viewer',
  auditor: 'Auditor',
  dispatcher: 'Dispatcher',
  desk_lead: 'Desk lead',
};

export const statusLabels: Readonly<Record<Status, string>> = {
  booked: 'Booked',
  assigned: 'Courier assigned',
  en_route_pickup: 'On the way to the pick-up',
  collected: 'Collected',
  in_transit: 'On the way to the drop-off',
  delivered: 'Delivered',
  exception: 'Interrupted',
  cancelled: 'Cancelled',
};

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
