/** Time zones by Temporal, public holidays of South Africa by date-holidays. */
import Holidays from 'date-holidays';
import { Temporal } from 'temporal-polyfill';
import type { Calendar } from '../domain/route.ts';

const holidays = new Holidays('ZA', { types: ['public'] });
/** Cache of holiday dates per year. */
const byYear = new Map<string, ReadonlySet<string>>();

function holidaysOf(year: string): ReadonlySet<string> {
  const known = byYear.get(year);
  if (known) return known;
  const dates = new Set(holidays.getHolidays(year).map(({ date }) => date.slice(0, 10)));
  byYear.set(year, dates);
  return dates;
}

/** Wall-clock time to instant: a DST gap moves it forward, an overlap gives the first. */
const momentOf = (date: string, time: string, timeZone: string): Date => {
  const { epochMilliseconds } = Temporal.PlainDateTime.from(`${date}T${time}`).toZonedDateTime(
    timeZone,
    { disambiguation: 'compatible' },
  );
  return new Date(epochMilliseconds);
};

/** `proclaimed` are holidays of one year alone, which the library may lack. */
export const calendarOf = (proclaimed: readonly string[]): Calendar => ({
  isHoliday: (date) => holidaysOf(date.slice(0, 4)).has(date) || proclaimed.includes(date),
  dateAt: (at, timeZone) =>
    Temporal.Instant.fromEpochMilliseconds(at.getTime())
      .toZonedDateTimeISO(timeZone)
      .toPlainDate()
      .toString(),
  windowOn: (date, window, timeZone) => ({
    starts_at: momentOf(date, window.slice(0, 5), timeZone),
    ends_at: momentOf(date, window.slice(6), timeZone),
  }),
});
