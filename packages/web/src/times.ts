import { type Html, html } from './html.ts';

/** The carrier drives in South Africa: its pages show South African time, with its name. */
export const carrierTimeZone = 'Africa/Johannesburg';

const clock = new Intl.DateTimeFormat('en-GB', {
  timeZone: carrierTimeZone,
  hour: '2-digit',
  minute: '2-digit',
});
const day = new Intl.DateTimeFormat('en-GB', {
  timeZone: carrierTimeZone,
  weekday: 'short',
  day: 'numeric',
  month: 'short',
  year: 'numeric',
});

const isoDay = new Intl.DateTimeFormat('sv-SE', { timeZone: carrierTimeZone });
/** `YYYY-MM-DD` of a moment. */
export const localDayOf = (at: Date): string => isoDay.format(at);

/** `14:05`, and the day when it is not today's. */
export function timeText(at: Date, now: Date): string {
  const isToday = day.format(at) === day.format(now);
  return isToday ? clock.format(at) : `${day.format(at)}, ${clock.format(at)}`;
}

export const formatTime = (at: Date, now: Date): Html =>
  html`<time datetime="${at.toISOString()}">${timeText(at, now)}</time>`;

/** Always with its day. */
export const formatDateTime = (at: Date): Html =>
  html`<time datetime="${at.toISOString()}">${day.format(at)}, ${clock.format(at)}</time>`;
