/**
 * Readings of a logger's file: which columns hold what, and what dates mean. Pure.
 *
 * Files of two to four columns are read as they are: date and time in one column or two, maybe after
 * a number, then a temperature. What could be read in two ways is refused.
 */
import {
  celsiusBounds,
  type InputOf,
  type LoggerFile,
  type TracedReading,
  type tracking,
} from '@svc/contracts';
import { Refusal } from '@svc/kit/refusal';
import { sortTrace, type TemperatureReading } from '../cold-chain/reading.ts';
import { fromTracedReading } from '../cold-chain/trace-resource.ts';

export type LoggerFileInput = InputOf<(typeof tracking)['actions']['uploadLoggerFile']>;
type DateOrder = NonNullable<LoggerFileInput['date_order']>;
/** From 0. */
interface Columns {
  date: number;
  time: number | undefined;
  temperature: number;
}
interface Row {
  line: number;
  cells: readonly string[];
}
interface Clock {
  /** Of the date, in the order of the file. */
  parts: [number, number, number];
  hour: number;
  minute: number;
  second: number;
}

const refused = (detail: string, member = 'content'): Refusal =>
  new Refusal('invalid_body', detail, { path: [member] });

const dateForm = /^(\d{1,4})[-./ ](\d{1,2})[-./ ](\d{2,4})$/;
const timeForm = /^(\d{1,2}):(\d{2})(?::(\d{2})(?:[.,]\d+)?)?\s*([AaPp][Mm])?$/;
const momentForm = /^(\d{1,4}[-./]\d{1,2}[-./]\d{2,4})[T ,]+(\d{1,2}:.*)$/;
const numberForm = /^([-+−]?\d{1,3}(?:[.,]\d{1,3})?)\s*(?:°?\s*[CF])?$/;

const isDate = (cell = '') => dateForm.test(cell);
const isTime = (cell = '') => timeForm.test(cell);
const isMoment = (cell = '') => momentForm.test(cell);
const isNumber = (cell = '') => numberForm.test(cell);

/** As the first row with a date shows them. */
function columnsIn(rows: readonly Row[]): Columns {
  for (const { cells } of rows) {
    const date = cells.findIndex((cell) => isMoment(cell) || isDate(cell));
    if (date < 0) continue;
    const time = isMoment(cells[date]) ? undefined : cells.findIndex(isTime);
    const after = Math.max(date, time ?? date) + 1;
    const numbers = [...cells.keys()].filter((n) => n >= after && isNumber(cells[n]));
    const [temperature, ...others] = numbers;
    if (time === -1 || temperature === undefined) continue;
    if (others.length > 0) {
      throw refused('Several columns hold numbers: name the one of the temperature.', 'columns');
    }
    return { date, time, temperature };
  }
  throw refused('No row holds a date, a time and a temperature.');
}

function clockOf({ line, cells }: Row, { date, time }: Columns): Clock {
  const cell = cells[date] ?? '';
  const [, ownDate = cell, ownTime = ''] = momentForm.exec(cell) ?? [];
  const told = time === undefined ? ownTime : (cells[time] ?? '');
  const days = dateForm.exec(ownDate);
  const clock = timeForm.exec(told.trim());
  if (!days || !clock) throw refused(`Line ${line} holds no date and time: ${cell} ${told}.`);
  const [, a, b, c] = days.map(Number);
  const [, hours, minute, second = '0', half] = clock;
  const hour = half ? (Number(hours) % 12) + (/p/i.test(half) ? 12 : 0) : Number(hours);
  return {
    parts: [a ?? 0, b ?? 0, c ?? 0],
    ...{ hour, minute: Number(minute), second: Number(second) },
  };
}

/** As the dates of the file show it: a part above 12 is a day, one above 31 a year. */
function orderIn(clocks: readonly Clock[]): DateOrder {
  const isAbove = (n: 0 | 1, most: number) => clocks.some(({ parts }) => parts[n] > most);
  if (isAbove(0, 31)) return 'ymd';
  const [isDayFirst, isMonthFirst] = [isAbove(0, 12), isAbove(1, 12)];
  if (isDayFirst === isMonthFirst) {
    const detail = 'No date of the file tells whether day or month stands first.';
    throw refused(detail, 'date_order');
  }
  return isDayFirst ? 'dmy' : 'mdy';
}

const places = { dmy: [2, 1, 0], mdy: [2, 0, 1], ymd: [0, 1, 2] } as const;

/** Two digits are of this century. */
function dayOf({ parts }: Clock, order: DateOrder) {
  const [year = 0, month = 0, day = 0] = places[order].map((n) => parts[n]);
  return { year: year < 100 ? 2_000 + year : year, month, day };
}

function celsiusOf({ line, cells }: Row, { temperature }: Columns, unit: 'C' | 'F'): number {
  const cell = cells[temperature] ?? '';
  const [, number = ''] = numberForm.exec(cell) ?? [];
  const value = Number(number.replace('−', '-').replace(',', '.'));
  const celsius = unit === 'F' ? ((value - 32) * 5) / 9 : value;
  const { min, max } = celsiusBounds;
  if (number === '' || celsius < min || celsius > max) {
    throw refused(`Line ${line} holds no temperature from ${min} to ${max} °C: ${cell}.`);
  }
  return Math.round(celsius * 1_000) / 1_000;
}

interface ClockTime extends Omit<Clock, 'parts'>, ReturnType<typeof dayOf> {}
/** Undefined for a time that the calendar, or the clock of the place, does not have. */
type ToInstant = (time: ClockTime) => Date | undefined;

/** In the order of the file; `seq` is the line. Headings and rows without a date are left out. */
export function loggerReadings(
  rows: readonly Row[],
  { device_id, calibrated_until, unit, ...input }: Omit<LoggerFileInput, 'content' | 'time_zone'>,
  toInstant: ToInstant,
): TemperatureReading[] {
  const { columns: said } = input;
  const columns: Columns = said
    ? {
        date: said.date - 1,
        time: said.time === undefined ? undefined : said.time - 1,
        temperature: said.temperature - 1,
      }
    : columnsIn(rows);
  const dated = rows.filter(
    ({ cells }) => isMoment(cells[columns.date]) || isDate(cells[columns.date]),
  );
  if (dated.length === 0) throw refused('The column of the date holds none.', 'columns');
  const timed = dated.map((row) => ({ row, clock: clockOf(row, columns) }));
  const order = input.date_order ?? orderIn(timed.map(({ clock }) => clock));
  return timed.map(({ row, clock }) => {
    const { hour, minute, second } = clock;
    const at = toInstant({ ...dayOf(clock, order), hour, minute, second });
    if (!at) {
      throw refused(`Line ${row.line} holds a time that there is not: ${row.cells.join(' ')}.`);
    }
    const temperature_c = celsiusOf(row, columns, unit);
    return { device_id, seq: row.line, at, temperature_c, calibrated_until };
  });
}

/** A stored file. */
export interface LoggerFileRecord {
  id: string;
  asset_id: string;
  device_id: string;
  name: string | null;
  sha256: string;
  content: string;
  uploaded_by: string;
  created_at: Date;
  /** Those of the time in which the logger was in the asset, as they are certified. */
  readings: TracedReading[];
  ignored: number;
}

/** A stored file with the number of its readings in place of them. */
export interface LoggerFileSummary extends Omit<LoggerFileRecord, 'content' | 'readings'> {
  readings: number;
  first_at: Date;
  last_at: Date;
}

export function fileSummaryOf({
  content: _,
  readings,
  ...file
}: LoggerFileRecord): LoggerFileSummary {
  const times = readings.map(({ at }) => Date.parse(at));
  const [first_at, last_at] = [new Date(Math.min(...times)), new Date(Math.max(...times))];
  return { ...file, readings: readings.length, first_at, last_at };
}

export const toLoggerFileResource = (
  { created_at, first_at, last_at, ...file }: LoggerFileSummary,
  jobs: LoggerFile['jobs'],
): LoggerFile => ({
  ...{ object: 'logger_file', ...file, from: first_at.toISOString(), to: last_at.toISOString() },
  ...{ created_at: created_at.toISOString(), jobs },
});

/** Readings of the times in which the logger was in the asset. */
export const readingsInside = (
  readings: readonly TemperatureReading[],
  stays: readonly { from_at: Date; to_at: Date | null }[],
): TemperatureReading[] =>
  readings.filter(({ at }) =>
    stays.some(({ from_at, to_at }) => at >= from_at && (to_at === null || at < to_at)),
  );

export type AddedFile = Pick<
  LoggerFileRecord,
  'device_id' | 'sha256' | 'uploaded_by' | 'created_at' | 'readings'
>;
type Counts = (reading: TemperatureReading) => boolean;
const momentOf = ({ device_id, at }: TemperatureReading) => `${at.getTime()} ${device_id}`;

/**
 * A trace with what files add to it, and which files do. What a probe has told of a moment already,
 * by telemetry or an earlier file, stays.
 */
export function withFiles(
  told: readonly TemperatureReading[],
  files: readonly AddedFile[],
  counts: Counts,
): { readings: TemperatureReading[]; added: AddedFile[] } {
  const known = new Map(told.map((reading) => [momentOf(reading), reading]));
  const added = files.filter(({ readings }) => {
    const before = known.size;
    for (const reading of readings.map(fromTracedReading)) {
      const moment = momentOf(reading);
      if (counts(reading) && !known.has(moment)) known.set(moment, reading);
    }
    return known.size > before;
  });
  return { readings: sortTrace([...told, ...known.values()]), added };
}

/** As a certificate names them. */
export const toCertifiedFile = ({ device_id, sha256, uploaded_by, created_at }: AddedFile) => ({
  ...{ device_id, sha256, uploaded_by },
  uploaded_at: created_at.toISOString(),
});
