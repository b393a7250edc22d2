/** Readings as CSV (RFC 4180), for spreadsheets. */
import type { TracedReading } from '@svc/contracts';

const columns = ['device_id', 'seq', 'at', 'temperature_c', 'calibrated_until'] as const;

/** The lines of one page; the first begins with the names of the columns. */
export const csvLines = (readings: readonly TracedReading[], page: number): string =>
  [
    ...(page === 0 ? [columns.join(',')] : []),
    ...readings.map((reading) => columns.map((name) => cell(reading[name])).join(',')),
  ]
    .map((line) => `${line}\r\n`)
    .join('');

/** Text that a spreadsheet would compute is kept text; a number is a number, also below zero. */
function cell(value: string | number | null): string {
  if (value === null) return '';
  if (typeof value === 'number') return String(value);
  const harmless = /^[=+\-@\t\r＝＋－＠]/.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}
