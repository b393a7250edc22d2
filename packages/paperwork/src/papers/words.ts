/** Times and temperatures as words on paper. */
import type { LabelSet } from '@svc/contracts';
import { carrierTimeZone } from '@svc/web/times';

const format = new Intl.DateTimeFormat('en-GB', {
  timeZone: carrierTimeZone,
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
});

/** South African time; a dash for none. */
export const timeText = (at: string | null): string =>
  at === null ? '–' : format.format(new Date(at));

export const rangeText = (range: LabelSet['temperature_range_c']): string =>
  range === null ? '' : `Keep between ${celsius(range.min)} and ${celsius(range.max)} °C`;

/** `Dry ice` for `dry_ice`. */
export const profileText = (name: string): string =>
  name.charAt(0).toUpperCase() + name.slice(1).replaceAll('_', ' ');

const celsius = (degrees: number): string => String(degrees).replace('-', '−');
