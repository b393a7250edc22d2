/** Rows of a logger's text file, by csv-parse: comma, semicolon or tab. */
import { Refusal } from '@svc/kit/refusal';
import { CsvError } from 'csv-parse';
import { parse } from 'csv-parse/sync';

export interface LoggerRow {
  /** From 1. */
  line: number;
  cells: string[];
}

/** The delimiter of most lines; a comma may stand in numbers. */
function delimiterOf(content: string): string {
  const lines = content.split(/\r?\n/, 200).filter((line) => line.trim() !== '');
  const count = (mark: string) => lines.filter((line) => line.includes(mark)).length;
  const [first = ','] = ['\t', ';', ','].filter((mark) => count(mark) * 2 > lines.length);
  return first;
}

export function loggerRows(content: string): LoggerRow[] {
  const rows: LoggerRow[] = [];
  const keep = (cells: string[], { lines }: { lines: number }) => {
    rows.push({ line: lines, cells });
    return null;
  };
  const options = {
    ...{ delimiter: delimiterOf(content), bom: true, relax_column_count: true, trim: true },
    ...{ relax_quotes: true, max_record_size: 10_000, on_record: keep },
  };
  try {
    parse(content, options);
    return rows;
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    const detail = `Line ${String(error.lines)} of the file is no row: ${error.code}.`;
    throw new Refusal('invalid_body', detail, { path: ['content'] });
  }
}
