/** Labels of job states and milestones on the tracking page. */
import type { JobException, Status } from '@svc/contracts';

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

const interruptions: Record<JobException['reason'], string> = {
  pickup_failed: 'Pick-up failed',
  delivery_failed: 'Hand-over failed',
  seal_broken: 'Held: the seal does not match',
};

interface HeadlineInput {
  status: Status;
  exception: JobException | null;
  returned_at: string | null;
}

export function headlineOf({ status, exception, returned_at }: HeadlineInput): string {
  if (returned_at !== null) return 'Returned to sender';
  return exception ? interruptions[exception.reason] : headlines[status];
}

const milestones: Record<string, string> = {
  booked: 'Booked',
  updated: 'Details changed',
  assigned: 'Courier assigned',
  en_route_pickup: 'Courier set off for the pick-up',
  arriving_pickup: 'Courier arriving at the pick-up',
  collected: 'Collected',
  bound: 'Box, probe or place changed',
  pickup_failed: 'Pick-up failed',
  departed: 'Left the pick-up',
  scanned: 'Scanned on the way',
  transferred: 'Handed to another courier',
  seal_broken: 'Seal did not match',
  arriving_dropoff: 'Arriving at the drop-off',
  delivered: 'Delivered',
  delivery_failed: 'Hand-over failed',
  resumed: 'Going on',
  returned: 'Returned to sender',
  temperature_excursion: 'Temperature out of range',
  cancelled: 'Cancelled',
};
/** Their notes say the same in other words; why a cancelled job costs what it costs is the sender's. */
const namedHere: ReadonlySet<string> = new Set([
  'assigned',
  'en_route_pickup',
  'arriving_pickup',
  'arriving_dropoff',
  'pickup_failed',
  'delivery_failed',
  'cancelled',
]);

/** A line of the timeline. */
export const timelineLabelOf = ({ type, note }: { type: string; note: string }): string =>
  note === '' || namedHere.has(type) ? milestoneLabelOf(type) : note;

/** A type that came later than this page is shown as it is written. */
export const milestoneLabelOf = (type: string): string =>
  Object.hasOwn(milestones, type) ? (milestones[type] ?? type) : type.replaceAll('_', ' ');
