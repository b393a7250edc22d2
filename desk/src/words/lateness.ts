/** Words for how a job stands to its due time, the same for sender and carrier. */
import type { SlaStatus, TrackedEta } from '@svc/contracts';
import { type Html, html } from '@svc/web/html';
import { formatTime } from '@svc/web/times';

export const slaLabels: Readonly<Record<SlaStatus, string>> = {
  on_time: 'On time',
  at_risk: 'Expected to be late',
  overdue: 'Overdue',
  met: 'Delivered in time',
  missed: 'Delivered late',
};

/** `45 min`, `1 h 5 min`, `2 d 3 h`. */
/** Begun a full minute ago or more. */
export const ageText = (at: Date, nowMs: number): string =>
  minutesText(Math.max(0, Math.floor((nowMs - at.getTime()) / 60_000)));

export function minutesText(minutes: number): string {
  if (minutes < 60) return `${minutes} min`;
  const hours = Math.floor(minutes / 60);
  if (hours < 24) return `${hours} h ${minutes % 60} min`;
  return `${Math.floor(hours / 24)} d ${hours % 24} h`;
}

/** Whether the vehicle of a job with parcels on board is seen, or when it last was. */
export function etaText({ eta_minutes, eta_basis, position_at }: TrackedEta, now: Date): Html {
  if (eta_basis !== 'schedule') return html`${minutesText(eta_minutes)}`;
  const since =
    position_at === null ? 'yet' : html`since ${formatTime(new Date(position_at), now)}`;
  return html`Not known: no position ${since}. The last estimate was ${minutesText(eta_minutes)}`;
}

export const lateText = (minutes: number): string =>
  minutes === 0 ? 'Not late' : minutesText(minutes);
