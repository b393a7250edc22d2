/** Labels and texts of the app, in plain words. */
import { handOffs } from '@svc/contracts/jobs/hand-offs';
import type { ActionType, JobStatus } from '../domain/action.ts';

const incidentLabels = { label: 'Report an incident', done: 'Incident' };
/** Labels of an action: as a button (`label`), and once it happened (`done`). */
export const actionLabels = (type: ActionType): { label: string; done: string } =>
  type === 'incident' ? incidentLabels : handOffs[type];

/** Hints after a refusal, by error code, shown next to the server's message. */
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

/** Outcomes agreed at the booking for parcels that cannot be handed over. */
export const undeliverableLabels = {
  return: 'Back to the sender',
  ask_desk: 'The control desk decides',
} as const;

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
