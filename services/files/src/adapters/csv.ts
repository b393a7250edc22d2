/** CSV manifests and answers: csv-parse and csv-stringify, with size limits. */
import { Readable } from 'node:stream';
import type { Fault } from '@svc/contracts';
import { CsvError, parse } from 'csv-parse';
import { stringify } from 'csv-stringify/sync';
import type { CsvTable } from '../domain/answer.ts';
import { rowsMax } from '../domain/file.ts';
import {
  columns,
  type ParsedManifest,
  type ParsedRow,
  parseRow,
  refuseDuplicateOrders,
  type Wave,
} from '../domain/order.ts';

/** Bytes per record; far above nine quoted cells of the maximum length. */
const recordSizeMax = 16_384;

const whole = (code: string, message: string): { fault: Fault } => ({
  fault: { column: '', code, message },
});

/** Rows of a manifest, or its file-level fault. */
export async function parseCsvManifest(bytes: Uint8Array, wave: Wave): Promise<ParsedManifest> {
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
  const rows: ParsedRow[] = [];
  let cells: string[] | undefined;
  try {
    for await (const record of parser) {
      if (!cells) {
        const wrong = headerFault(record);
        if (wrong) return whole('bad_header', wrong);
      } else {
        if (rows.length === rowsMax) return whole('too_many_rows', `more than ${rowsMax} rows`);
        rows.push(parseRow(record, rows.length + 1, wave));
      }
      cells = record;
    }
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    return whole('malformed', `not CSV near line ${String(error.lines)}: ${wordsOf(error.code)}`);
  }
  if (!cells) return whole('bad_header', 'the file is empty');
  if (isCutOff(bytes, cells)) return whole('malformed', 'the last row is cut off');
  return { rows: refuseDuplicateOrders(rows) };
}

/** csv-parse parses each chunk fully and ignores backpressure, so it is fed slices of 16 KiB. */
const sliceSize = 16_384;

function* slicesOf(bytes: Uint8Array): Generator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += sliceSize) yield bytes.subarray(at, at + sliceSize);
}

/** `max_record_size` counts cell contents only: millions of empty cells would pass. */
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

/** Truncation check: no final line break and fewer cells than columns. */
const isCutOff = (bytes: Uint8Array, last: readonly string[]): boolean =>
  ![10, 13].includes(bytes.at(-1) ?? 0) && last.length < columns.length;

/** `CSV_QUOTE_NOT_CLOSED` → `quote not closed`; never contents of the file. */
const wordsOf = (code: string): string =>
  code.replace(/^CSV_/, '').replaceAll('_', ' ').toLowerCase();

/** CSV injection: cells that a spreadsheet would evaluate are prefixed with an apostrophe. */
export const writeCsv = (table: CsvTable): Buffer =>
  Buffer.from(
    stringify(
      table.map((line) => [...line]),
      { escape_formulas: true },
    ),
  );
