/** CSV in and out: csv-parse and csv-stringify, with their bounds. */
import { Readable } from 'node:stream';
import type { Fault } from '@svc/contracts';
import { CsvError, parse } from 'csv-parse';
import { stringify } from 'csv-stringify/sync';
import type { Table } from './domain/answer.ts';
import type { EdiSender } from './domain/edifact/iftsta.ts';
import { rowsMax } from './domain/file.ts';
import { columns, type ReadRow, readRow, type Wave, withoutRepeats } from './domain/order.ts';

/** Nine cells of the longest that is allowed, quoted, fit many times. */
const recordSizeMax = 16_384;

/** `edi` where answers go out as EDIFACT too. */
export type Manifest = { rows: ReadRow[]; edi?: EdiSender | undefined } | { fault: Fault };

const whole = (code: string, message: string): { fault: Fault } => ({
  fault: { column: '', code, message },
});

/** The rows of a manifest, or what makes the whole of it useless. */
export async function readManifest(bytes: Uint8Array, wave: Wave): Promise<Manifest> {
  if (!isText(bytes)) return whole('bad_encoding', 'not UTF-8 text');
  if (hasLongLine(bytes)) return whole('malformed', `a line of more than ${recordSizeMax} bytes`);
  const parser = Readable.from(slicesOf(bytes)).pipe(
    parse({
      columns: false,
      bom: true,
      relax_column_count: true,
      skip_empty_lines: true,
      max_record_size: recordSizeMax,
    }),
  );
  const rows: ReadRow[] = [];
  let cells: string[] | undefined;
  try {
    for await (const record of parser) {
      if (!cells) {
        const wrong = headerFault(record);
        if (wrong) return whole('bad_header', wrong);
      } else {
        if (rows.length === rowsMax) return whole('too_many_rows', `more than ${rowsMax} rows`);
        rows.push(readRow(record, rows.length + 1, wave));
      }
      cells = record;
    }
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    return whole('malformed', `not CSV near line ${String(error.lines)}: ${wordsOf(error.code)}`);
  }
  if (!cells) return whole('bad_header', 'the file is empty');
  if (isCutOff(bytes, cells)) return whole('malformed', 'the last row is cut off');
  return { rows: withoutRepeats(rows) };
}

/** The parser makes rows of all that it gets at once, however many nobody has asked for yet. */
const sliceSize = 16_384;

function* slicesOf(bytes: Uint8Array): Generator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += sliceSize) yield bytes.subarray(at, at + sliceSize);
}

/** `max_record_size` counts what stands in the cells: millions of empty ones would pass. */
function hasLongLine(bytes: Uint8Array): boolean {
  let from = 0;
  while (bytes.length - from > recordSizeMax) {
    const window = bytes.subarray(from, from + recordSizeMax + 1);
    const end = Math.max(window.lastIndexOf(10), window.lastIndexOf(13));
    if (end < 0) return true;
    from += end + 1;
  }
  return false;
}

function isText(bytes: Uint8Array): boolean {
  if (bytes.includes(0)) return false;
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    return true;
  } catch {
    return false;
  }
}

function headerFault(header: readonly string[]): string | undefined {
  const wrong = columns.findIndex((column, n) => header[n] !== column);
  if (wrong >= 0) return `column ${wrong + 1} must be ${columns[wrong]}`;
  return header.length > columns.length ? `more than ${columns.length} columns` : undefined;
}

/** An upload that broke off ends within a line. */
const isCutOff = (bytes: Uint8Array, last: readonly string[]): boolean =>
  ![10, 13].includes(bytes.at(-1) ?? 0) && last.length < columns.length;

/** `CSV_QUOTE_NOT_CLOSED` → `quote not closed`: never what stands in the file. */
const wordsOf = (code: string): string =>
  code.replace(/^CSV_/, '').replaceAll('_', ' ').toLowerCase();

/** Cells that a spreadsheet would run are disarmed with an apostrophe. */
export const writeCsv = (table: Table): Buffer =>
  Buffer.from(
    stringify(
      table.map((line) => [...line]),
      { escape_formulas: true },
    ),
  );
