/** Drop windows: `HH:MM-HH:MM` of today or tomorrow, in the centre's own time. */
interface CentreTime {
  time_zone: string;
  /** `HH:MM`: rows that come before it are for today. */
  cut_off: string;
}

type Due = { due: Date } | { code: 'invalid_window' | 'window_closed'; message: string };

const form = /^(([01]\d|2[0-3]):[0-5]\d)-(([01]\d|2[0-3]):[0-5]\d)$/;
const dayMs = 24 * 60 * 60_000;

/** The end of the window: today's until the cut-off, tomorrow's from then on; never a past one. */
export function windowEnd(window: string, receivedAt: Date, centre: CentreTime): Due {
  const [, from, , to] = form.exec(window) ?? [];
  if (!from || !to || from >= to) {
    const message = 'HH:MM-HH:MM within one day, the first before the second';
    return { code: 'invalid_window', message };
  }
  const { day, time } = localTime(receivedAt, centre.time_zone);
  const due = instantOf(time < centre.cut_off ? day : nextDay(day), to, centre.time_zone);
  if (due > receivedAt) return { due };
  return { code: 'window_closed', message: `it ended before the file came, at ${time}` };
}

/** `YYYY-MM-DD` as clocks in the zone have it. */
export const dayOf = (at: Date, timeZone: string): string => localTime(at, timeZone).day;

function localTime(at: Date, timeZone: string): { day: string; time: string } {
  const text = formatOf(timeZone).format(at);
  return { day: text.slice(0, 10), time: text.slice(11, 16) };
}

const formats = new Map<string, Intl.DateTimeFormat>();

/** Made once per zone, for it takes long. Sweden writes 2027-01-04 09:30:00. */
function formatOf(timeZone: string): Intl.DateTimeFormat {
  const style = { timeZone, dateStyle: 'short', timeStyle: 'medium' } as const;
  const format = formats.get(timeZone) ?? new Intl.DateTimeFormat('sv-SE', style);
  formats.set(timeZone, format);
  return format;
}

const nextDay = (day: string): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) + dayMs).toISOString().slice(0, 10);

/** The moment when clocks in the zone show this; a time that a clock change skips counts as later. */
function instantOf(day: string, time: string, timeZone: string): Date {
  const shown = Date.parse(`${day}T${time}:00Z`);
  const offsetAt = (at: number): number => {
    const local = localTime(new Date(at), timeZone);
    return Date.parse(`${local.day}T${local.time}:00Z`) - Math.floor(at / 60_000) * 60_000;
  };
  const guess = shown - offsetAt(shown);
  return new Date(shown - offsetAt(guess));
}
