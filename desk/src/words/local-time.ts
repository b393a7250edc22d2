/**
 * Days, months and times of fields and pages. Browsers send them without a zone (HTML, `datetime-local`): they are in
 * South African time, as all times that pages show.
 */

import { carrierTimeZone, localDayOf } from '@svc/web/times';

export { localDayOf };

/** Africa/Johannesburg has had no other offset since 1944. */
const offset = '+02:00';
const offsetMs = 2 * 3_600_000;
const dayMs = 86_400_000;

/** `2026-11-02T10:00` as an instant with its offset. */
export const instantOf = (local: string): string =>
  `${local.length === 16 ? `${local}:00` : local}${offset}`;

/** The first moment of a `YYYY-MM-DD`. */
export const startOfDay = (day: string): string => `${day}T00:00:00${offset}`;

/** The first moment after a `YYYY-MM-DD`. */
export const endOfDay = (day: string): string => startOfDay(addDays(day, 1));

export const addDays = (day: string, days: number): string =>
  new Date(Date.parse(day) + days * dayMs).toISOString().slice(0, 10);

const localClock = new Intl.DateTimeFormat('en-GB', {
  timeZone: carrierTimeZone,
  hour: '2-digit',
  minute: '2-digit',
});
/** `14:05` of a moment. */
export const clockTime = (at: Date): string => localClock.format(at);

/** `2026-11-02T10:00` of a moment, as a field of day and time has it. */
export const localTimeOf = (at: Date): string => `${localDayOf(at)}T${clockTime(at)}`;

/** `2 Nov 2026, 10:00` of a moment. */
export const localMoment = (at: Date): string => `${formatDay(localDayOf(at))}, ${clockTime(at)}`;

const readableDay = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeZone: 'UTC' });
/** `31 Jan 2027` for `2027-01-31`. */
export const formatDay = (day: string): string => readableDay.format(new Date(day));

/** `YYYY-MM` of a moment and of the months before it, the newest first. */
export function monthsUntil(now: Date, count: number): string[] {
  const local = new Date(now.getTime() + offsetMs);
  const months = local.getUTCFullYear() * 12 + local.getUTCMonth();
  return Array.from({ length: count }, (_, back) => {
    const month = months - back;
    return `${Math.floor(month / 12)}-${String((month % 12) + 1).padStart(2, '0')}`;
  });
}

/** `November 2026` for `2026-11`. */
export const monthName = (period: string): string =>
  new Intl.DateTimeFormat('en-GB', { timeZone: 'UTC', month: 'long', year: 'numeric' }).format(
    new Date(`${period}-01T00:00:00Z`),
  );
