/** Labels and texts of the app, in plain words. */
import { handOffs } from '@svc/contracts/jobs/hand-offs';
import type { ActionType, JobStatus } from '../domain/action.ts';

const reportLabels = {
  incident: { label: 'Report an incident', done: 'Incident' },
  message: { label: 'Write a message', done: 'Message' },
  box: { label: 'Put in a box', done: 'Put in a box' },
  take: { label: 'Take a box along', done: 'Box taken along' },
};
const transferLabels = {
  give: { label: 'Give to another courier', done: 'Given to another courier' },
  take_over: { label: 'Take over', done: 'Taken over' },
};
const labels: Readonly<Record<ActionType, { label: string; done: string }>> = {
  ...handOffs,
  ...reportLabels,
  ...transferLabels,
};
/** Labels of an action: as a button (`label`), and once it happened (`done`). */
export const actionLabels = (type: ActionType): { label: string; done: string } => labels[type];

/** Hints after a refusal, by error code, shown next to the server's message. */
export const refusalHints: Readonly<Record<string, string>> = {
  scan_required: 'Correct it: scan what is missing, or say why it cannot be read.',
  already_transferred:
    'The parcels are with somebody else. Call the control desk, then discard this.',
  asset_not_found: 'No box has this code. Correct it: scan the code on the box again.',
  unknown_asset: 'No crate or cage has this code. Correct it: scan the code on it again.',
  asset_nested: 'The box cannot stand in this crate or cage. Correct it: name another, or none.',
  asset_unusable: 'This box must not be used. Take another one, and correct the code.',
  parcel_bound:
    'All parcels of the job are recorded in another box. Correct it: name no parcels, and all of them move.',
  binding_overlaps:
    'Something else is recorded for that time. Call the control desk, then discard this.',
  certified_time: 'The temperatures of that time are certified already. Discard this.',
};

/** Why the server takes a step later, by its code. */
export const holdReasons: Readonly<Record<string, string>> = {
  not_on_board: 'The other courier has not sent the collection yet.',
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
interface KeptJob {
  temperature_class: string | null;
  temperature_range_c: { min: number; max: number } | null;
  /** Absent in answers of the version before. */
  temperature_profile?: string | null;
}
export function temperatureLabel(job: KeptJob): string {
  const { temperature_class: name, temperature_range_c: range, temperature_profile } = job;
  if (temperature_profile && range) {
    return `${temperature_profile.replaceAll('_', ' ')}, ${range.min} to ${range.max} °C`;
  }
  return name === null ? 'No temperature class' : (temperatureLabels[name] ?? name);
}

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
