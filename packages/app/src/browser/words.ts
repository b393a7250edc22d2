/** Labels and texts of the app, in plain words. */
import type { ActionType, JobStatus } from '../domain/action.ts';

export const stepLabels: Readonly<Record<ActionType, string>> = {
  depart: 'Leave now',
  arriving: 'Say when I arrive',
  collect: 'Collect the parcels',
  scan: 'Scan on the way',
  replace_seal: 'Seal replaced',
  deliver: 'Hand over',
  pickup_failed: 'Collection failed',
  delivery_failed: 'Hand-over failed',
  incident: 'Report an incident',
};

export const doneLabels: Readonly<Record<ActionType, string>> = {
  depart: 'Left',
  arriving: 'Arrival announced',
  collect: 'Collected',
  scan: 'Scanned',
  replace_seal: 'Seal replaced',
  deliver: 'Handed over',
  pickup_failed: 'Collection failed',
  delivery_failed: 'Hand-over failed',
  incident: 'Incident',
};

/** Hints after a refusal, by error code, shown beside the server's message. */
export const refusalHints: Readonly<Record<string, string>> = {
  scan_required: 'Correct it: scan what is missing, or say why it cannot be read.',
};

/** Why the server takes a step later, by its code. */
export const holdReasons: Readonly<Record<string, string>> = {
  handover_locked: 'Too many wrong codes were told for this job, so its code is locked.',
};

export const statusLabels: Readonly<Record<JobStatus, string>> = {
  booked: 'Not yours yet',
  assigned: 'To be collected',
  en_route_pickup: 'On the way to the pickup',
  collected: 'Collected',
  in_transit: 'On the way to the drop-off',
  delivered: 'Handed over',
  exception: 'Interrupted: the control desk decides',
  cancelled: 'Cancelled',
};

const temperatureLabels: Readonly<Record<string, string>> = {
  ambient: 'Room temperature',
  '2-8C': 'Cold, 2 to 8 °C',
  frozen: 'Frozen',
};
export const temperatureLabel = (name: string | null): string =>
  name === null ? 'No temperature class' : (temperatureLabels[name] ?? name);

type Choices = readonly (readonly [value: string, label: string])[];

export const categoryLabels: Choices = [
  ['', 'Choose'],
  ['accident', 'Accident of the vehicle'],
  ['theft', 'Theft'],
  ['spill', 'Contents leaked'],
  ['temperature', 'Too warm or too cold'],
  ['documents', 'Papers missing or wrong'],
  ['delay', 'Delay'],
  ['other', 'Something else'],
];

export const severityLabels: Choices = [
  ['', 'Choose'],
  ['low', 'For the record'],
  ['medium', 'The control desk should look at it'],
  ['high', 'The job is in danger'],
  ['critical', 'People or contents are in danger'],
];

/** Outcomes agreed at the booking for parcels that cannot be handed over. */
export const undeliverableLabels = {
  return: 'Back to the sender',
  ask_desk: 'The control desk decides',
} as const;

/** One tap each; the courier may write on. */
export const usualReasons = {
  replace_seal: ['Torn', 'Opened for an inspection'],
  pickup_failed: ['Closed', 'Nobody there', 'Not ready', 'Refused to hand over'],
  delivery_failed: ['Closed', 'Nobody there', 'Refused the parcels', 'Wrong address'],
} as const;

export const identityLabels: Choices = [
  ['', 'Not checked'],
  ['staff_badge', 'Staff badge seen'],
  ['id_document_matched', 'Identity document matches the name'],
  ['over_14_confirmed', 'Over 14'],
  ['over_18_confirmed', 'Over 18'],
];

/** Times that mean the site's clock: the carrier drives in South Africa. */
const clock = new Intl.DateTimeFormat('en-GB', {
  timeZone: 'Africa/Johannesburg',
  hour: '2-digit',
  minute: '2-digit',
});
export const clockTime = (at: string): string => clock.format(new Date(at));

/** Time left until the due time, or since it. */
export function dueText(due: string, nowMs: number): string {
  const minutes = Math.round((Date.parse(due) - nowMs) / 60_000);
  const [hours, rest] = [Math.floor(Math.abs(minutes) / 60), Math.abs(minutes) % 60];
  const span = hours > 0 ? `${hours} h ${rest} min` : `${rest} min`;
  return minutes < 0 ? `late by ${span}` : `${span} left`;
}
