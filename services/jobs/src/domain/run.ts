/** The run of a courier: what its driver has to do today, as the carrier counts days. */

import { carrierDayOf } from '@svc/contracts';

/** South Africa has kept UTC+2 all year since 1944. */
export const midnight = (date: string): Date => new Date(`${date}T00:00:00+02:00`);
export const dayMs = 24 * 3_600_000;

/** A date and the next: the first moment, and the first one after them. */
export function twoDaysFrom(date: string): { from: Date; to: Date } {
  const from = midnight(date);
  return { from, to: new Date(from.getTime() + 2 * dayMs) };
}

/** Jobs of a run in one response. */
export const runMax = 50;

/** Today's date in Johannesburg, its first moment, and that of tomorrow. */
export function dayOfRun(now: Date): { date: string; from: Date; to: Date } {
  const date = carrierDayOf(now);
  const from = midnight(date);
  return { date, from, to: new Date(from.getTime() + dayMs) };
}
