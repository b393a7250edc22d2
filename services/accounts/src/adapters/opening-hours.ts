/**
 * OpenStreetMap's opening_hours syntax, by the library. It is synchronous and exponential for some
 * texts: only `opening-hours-thread.ts` may call it.
 */
import OpeningHours from 'opening_hours';

/** Ambiguities that the parser resolved by a guess; other parsers may resolve them differently. */
const corrections: ReadonlySet<string> = new Set([
  'hour_min_separator',
  'interpreted_as_year',
  'no_colon_after',
  'omit_ko',
  'please_use_ok_for_ko',
  'rant_degree_sign_used_for_zero',
  'value_ends_with_token',
  'without_minutes',
  'word_error_correction',
]);

/** Whether it is in the syntax without correction. Source: the wiki's specification. */
export function isOpeningHours(value: string): boolean {
  try {
    const parsed = new OpeningHours(value, null, { ...defaults });
    return parsed.getStructuredWarnings().every(({ type }) => !corrections.has(type));
  } catch {
    // The parser throws strings, and now and then a TypeError: either way it cannot read the value.
    return false;
  }
}

export interface Hours {
  receiving_hours: string;
  time_zone: string;
  lat: number;
  lng: number;
  /** Public holidays of one year alone, `YYYY-MM-DD`. */
  proclaimed?: readonly string[];
}

/** Uses the site's time zone and South African public holidays. Open where the hours do not say. */
export function openAt(
  { receiving_hours, time_zone, lat, lng, proclaimed = [] }: Hours,
  moments: Date[],
): boolean[] {
  const place = { lat, lon: lng, address: { country_code: 'za', state: '' } };
  const hours = new OpeningHours(receiving_hours, place, { ...defaults });
  return moments.map((at) => {
    const local = asLocal(at, time_zone);
    const there = proclaimed.includes(dayOf(local)) ? onHoliday(hours, local) : local;
    return hours.getState(there) || hours.getUnknown(there);
  });
}

const dayOf = (local: Date): string => {
  const two = (part: number) => String(part).padStart(2, '0');
  return `${local.getFullYear()}-${two(local.getMonth() + 1)}-${two(local.getDate())}`;
};

/** Weeks around a day, the nearest first: within three years a holiday falls on every weekday. */
const weeks = Array.from({ length: 320 }, (_, n) => (n % 2 === 0 ? n / 2 : -(n + 1) / 2));

/**
 * The parser knows no further holidays: the same hour of the nearest holiday on that weekday stands
 * for one that was proclaimed.
 */
function onHoliday(hours: OpeningHours, local: Date): Date {
  const days = weeks.map((week) => {
    const day = new Date(local);
    day.setDate(local.getDate() + 7 * week);
    return day;
  });
  return days.find((day) => hours.getPublicHolidayContext(day).isHoliday) ?? local;
}

/** The parser uses the local time zone: shifts a moment so that local time equals the site's time. */
function asLocal(at: Date, time_zone: string): Date {
  const parts = new Intl.DateTimeFormat('en', {
    timeZone: time_zone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
  }).formatToParts(at);
  const part = (type: string) => Number(parts.find((each) => each.type === type)?.value);
  return new Date(part('year'), part('month') - 1, part('day'), part('hour'), part('minute'));
}

const defaults = {
  locale: 'en',
  mode: undefined,
  tag_key: undefined,
  map_value: undefined,
  warnings_severity: undefined,
};
