/** The hours that the timeline shows, as its address asks for them. Pure. */
import { z } from 'zod';
import { choice, day, hidden } from '../../../form/field.ts';
import { clockTime, localDayOf, startOfDay } from '../../../words/local-time.ts';
import { timelineAddress } from '../assignment/timeline-address.ts';

const hours = choice(
  ['4', '8', '24'].map((count) => [count, `${count} hours`] as const),
  { label: 'Window', usual: '8' },
);
const hour = z.string().regex(/^(1?\d|2[0-3])$/);

export const windowFields = {
  date: day({ label: 'Day', missing: 'Enter a day.' }),
  ...{ hours, from: hidden(hour) },
};
const kept = <T>(entry: z.ZodType<T>) => hidden(entry.optional().catch(undefined));
/** Go along with a form, which leads back to the same hours. */
export const keptWindow = {
  ...{ date: kept(windowFields.date.entry), hours: kept(hours.entry), from: kept(hour) },
};

/** `from` is the first hour of the day. */
export type WantedWindow = Partial<Record<'date' | 'hours' | 'from', string | undefined>>;

export interface HourWindow {
  from: string;
  to: string;
  /** From the first to the last. */
  count: number;
}

export const hourMs = 3_600_000;
const morning = 6;

/** Around now on the day of today, from the morning on another one. */
export function windowOf({ date, hours: wanted = '8', from }: WantedWindow, now: Date): HourWindow {
  const [today, count] = [localDayOf(now), Number(wanted)];
  const around = Math.max(0, Number(clockTime(now).slice(0, 2)) - count / 4);
  const usual = (date ?? today) === today ? around : count === 24 ? 0 : morning;
  const start = Date.parse(startOfDay(date ?? today)) + Number(from ?? usual) * hourMs;
  const at = (ms: number) => new Date(ms).toISOString();
  return { from: at(start), to: at(start + count * hourMs), count };
}

/** A window of the same length, so many hours later. */
export function movedAddress({ from }: HourWindow, later: number, wanted: WantedWindow): string {
  const start = new Date(Date.parse(from) + later * hourMs);
  const first = String(Number(clockTime(start).slice(0, 2)));
  return timelineAddress({ date: localDayOf(start), hours: wanted.hours, from: first });
}
