/** What a job's state and milestones are called in front of whoever waits for the parcels. */
import type { Status } from '@svc/contracts';

const headlines: Record<Status, string> = {
  booked: 'Booked',
  assigned: 'Courier assigned',
  en_route_pickup: 'Courier on the way to the pick-up',
  collected: 'Collected',
  in_transit: 'On the way to the drop-off',
  delivered: 'Delivered',
  exception: 'Interrupted',
  cancelled: 'Cancelled',
};
export const headlineOf = (status: Status): string => headlines[status];

const milestones: Record<string, string> = {
  booked: 'Booked',
  updated: 'Details changed',
  assigned: 'Courier assigned',
  en_route_pickup: 'Courier set off for the pick-up',
  arriving_pickup: 'Courier arriving at the pick-up',
  collected: 'Collected',
  pickup_failed: 'Pick-up failed',
  departed: 'Left the pick-up',
  scanned: 'Scanned on the way',
  seal_broken: 'Seal did not match',
  arriving_dropoff: 'Arriving at the drop-off',
  delivered: 'Delivered',
  delivery_failed: 'Hand-over failed',
  resumed: 'Going on',
  returned: 'Brought back to the sender',
  cancelled: 'Cancelled',
};
/** A type that came later than this page is shown as it is written. */
export const milestoneName = (type: string): string =>
  Object.hasOwn(milestones, type) ? (milestones[type] ?? type) : type.replaceAll('_', ' ');
