/** When a driver works, by the pattern of a week and its exceptions. Pure. */
import { carrierDayOf, type Shifts, weekDays } from '@svc/contracts';
import { dayMs, midnight } from './run.ts';

export interface ShiftSpan {
  from: Date;
  to: Date;
}

/** Shifts that reach into a span, oldest first; one that ends on the next day counts whole. */
export function shiftSpans(shifts: Shifts, { from, to }: ShiftSpan): ShiftSpan[] {
  // The day before: its shift may end in the span.
  const first = midnight(carrierDayOf(new Date(from.getTime() - dayMs)));
  const days = Math.floor((to.getTime() - first.getTime()) / dayMs) + 1;
  return Array.from({ length: days }, (_, n) => new Date(first.getTime() + n * dayMs))
    .flatMap((day) => spanOf(shifts, carrierDayOf(day)) ?? [])
    .filter((span) => span.from <= to && span.to > from);
}

/** Whether any part of a span, or the moment that it is, lies in a shift. */
export const isOnShift = (shifts: Shifts, span: ShiftSpan): boolean =>
  shiftSpans(shifts, span).length > 0;

/** An exception of a date stands in the place of the pattern. */
function spanOf({ week, exceptions }: Shifts, date: string): ShiftSpan | undefined {
  const weekday = weekDays[(new Date(date).getUTCDay() + 6) % 7];
  const { from, to } =
    exceptions.find((each) => each.date === date) ??
    week.find(({ day }) => day === weekday) ??
    dayOff;
  if (from === null || to === null) return undefined;
  const start = midnight(date).getTime();
  const end = start + msOf(to) + (to > from ? 0 : dayMs);
  return { from: new Date(start + msOf(from)), to: new Date(end) };
}

const dayOff = { from: null, to: null };

/** Milliseconds after midnight, of `HH:MM`. */
const msOf = (time: string): number =>
  (Number(time.slice(0, 2)) * 60 + Number(time.slice(3))) * 60_000;
