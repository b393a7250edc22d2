/** Times on the clock of a place, by temporal-polyfill. */
import { Temporal } from 'temporal-polyfill';

export interface ClockTime {
  year: number;
  month: number;
  day: number;
  hour: number;
  minute: number;
  second: number;
}

/** Undefined for a time that the calendar, or the clock of the zone, does not have. */
export function instantIn(timeZone: string, time: ClockTime): Date | undefined {
  try {
    const local = Temporal.PlainDateTime.from(time, { overflow: 'reject' });
    const zoned = local.toZonedDateTime(timeZone, { disambiguation: 'earlier' });
    return zoned.toPlainDateTime().equals(local) ? new Date(zoned.epochMilliseconds) : undefined;
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}
