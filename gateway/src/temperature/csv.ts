/** Readings as CSV, for spreadsheets. */
import type { TracedReading } from '@svc/contracts';
import { csvLines } from '@svc/pages/csv';

const columns = ['device_id', 'seq', 'at', 'temperature_c', 'calibrated_until'] as const;

/** The lines of one page; the first begins with the names of the columns. */
export const readingLines = (readings: readonly TracedReading[], page: number): string =>
  csvLines(
    columns,
    readings.map((reading) => columns.map((name) => reading[name])),
    page,
  );
