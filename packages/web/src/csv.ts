/** Lists as CSV (RFC 4180), for spreadsheets, whichever separator theirs expects. */
import { disarmed } from '@svc/text/csv';

type Cell = string | number | null;

/** The lines of one page of a list; the first page, number 0, begins with the names of the columns. */
export const csvLines = (
  columns: readonly string[],
  rows: readonly (readonly Cell[])[],
  page: number,
): string =>
  [...(page === 0 ? [columns] : []), ...rows]
    .map((row) => `${row.map(cell).join(',')}\r\n`)
    .join('');

/** Text that a spreadsheet would compute is kept text; a number is a number, also below zero. */
function cell(value: Cell): string {
  if (value === null) return '';
  if (typeof value === 'number') return String(value);
  const harmless = disarmed(value);
  return /[",;\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}
