/** CSV manifests and answers: csv-parse and csv-stringify, with size limits. */
import { Readable } from 'node:stream';
import type { Fault } from '@svc/contracts';
import { disarmed } from '@svc/text/csv';
import { CsvError, parse } from 'csv-parse';
import { stringify } from 'csv-stringify/sync';
import type { CsvTable } from '../domain/answer.ts';
import { rowsMax, withoutEndMark } from '../domain/file.ts';
import {
  cutOffRow,
  type ParsedManifest,
  type ParsedRow,
  parseRow,
  refuseDuplicateOrders,
  type Wave,
} from '../domain/order.ts';
import { type Column, columns, furtherColumns } from '../domain/spreadsheet.ts';
import { readOpening, toUtf8, whole } from './csv-text.ts';

const [lineFeed, carriageReturn] = [10, 13];
/** Bytes per record; far above nine quoted cells of the maximum length. */
const recordSizeMax = 16_384;

/** Rows of a manifest, or its file-level fault. */
export async function parseCsvManifest(bytes: Uint8Array, wave: Wave): Promise<ParsedManifest> {
  const text = withoutEmptyEnd(withoutEndMark(bytes));
  const isCutOff = ![lineFeed, carriageReturn].includes(text.at(-1) ?? 0);
  const manifest = await readManifest(text, { wave, isCutOff });
  return isCutOff ? { ...manifest, isCutOff } : manifest;
}

interface Reading {
  wave: Wave;
  isCutOff: boolean;
}

async function readManifest(bytes: Uint8Array, reading: Reading): Promise<ParsedManifest> {
  const text = toUtf8(bytes);
  if ('fault' in text) return text;
  const { body, delimiter } = readOpening(text.bytes);
  if (hasLongLine(body)) return whole('malformed', `a line of more than ${recordSizeMax} bytes`);
  const parser = Readable.from(slicesOf(body)).pipe(
    parse({
      ...{ delimiter, columns: false, bom: true },
      ...{ relax_column_count: true, skip_empty_lines: true, max_record_size: recordSizeMax },
    }),
  );
  try {
    return await readRows(parser, reading);
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    return whole('malformed', `not CSV near line ${String(error.lines)}: ${wordsOf(error.code)}`);
  }
}

/** Rows without a filled cell are skipped. */
async function readRows(
  records: AsyncIterable<readonly string[]>,
  { wave, isCutOff }: Reading,
): Promise<ParsedManifest> {
  const rows: ParsedRow[] = [];
  let header: Header | undefined;
  let count = 0;
  for await (const record of records) {
    if (!header) {
      const read = readHeader(record);
      if ('fault' in read) return read;
      header = read;
      continue;
    }
    if (count === rowsMax) return whole('too_many_rows', `more than ${rowsMax} rows`);
    count += 1;
    if (!record.some(isFilled)) continue;
    const own = { ...wave, columns: header.columns };
    rows.push(parseRow(header.inOrder(record), rows.length + 1, own));
  }
  if (!header) return whole('bad_header', 'the file is empty');
  const unended = isCutOff ? rows.pop() : undefined;
  if (isCutOff && !unended) {
    return whole('malformed', 'no line end behind the header: the file is cut off');
  }
  return { rows: refuseDuplicateOrders(unended ? [...rows, cutOffRow(unended)] : rows) };
}

interface Header {
  columns: readonly Column[];
  /** Cells in the order of `columns`; those of a row that has more or fewer begin with its order. */
  inOrder(record: readonly string[]): readonly string[];
}

/** Names in any case and order; trailing columns without a name must be empty. */
function readHeader(record: readonly string[]): Header | { fault: Fault } {
  const names = record.map((name) =>
    name
      .trim()
      .toLowerCase()
      .replace(/[\s-]+/g, '_'),
  );
  const width = names.findLastIndex((name) => name !== '') + 1;
  const found = [...columns, ...furtherColumns].filter((column) => names.includes(column));
  const places = found.map((column) => names.indexOf(column));
  if (found.length === 0) {
    return whole('bad_header', `the first line must name the columns: ${columns.join(', ')}`);
  }
  const missing = columns.find((column) => !names.includes(column));
  if (missing) return whole('bad_header', `there is no column ${missing}`);
  const extra = names.findIndex((_, n) => n < width && !places.includes(n));
  if (extra >= 0) {
    const message = `column ${extra + 1} is one too many: its name is unknown, or there twice`;
    return whole('bad_header', message);
  }
  return {
    columns: found,
    inOrder: (record) => {
      const cells = record.slice(0, Math.max(width, record.findLastIndex(isFilled) + 1));
      const [first = 0] = places;
      return cells.length === width
        ? places.map((place) => cells[place] ?? '')
        : [cells[first] ?? '', ...cells.slice(1)];
    },
  };
}

const isFilled = (cell: string): boolean => cell.trim() !== '';

const blanks = new Set(Buffer.from(',; \t\r\n'));

/** Cuts off the empty rows at the end: a spreadsheet may save a million of them. */
function withoutEmptyEnd(bytes: Uint8Array): Uint8Array {
  const end = bytes.findLastIndex((byte) => !blanks.has(byte)) + 1;
  const rest = bytes
    .subarray(end)
    .findIndex((byte) => byte === lineFeed || byte === carriageReturn);
  return rest < 0 ? bytes : bytes.subarray(0, end + rest + 1);
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
    const end = Math.max(window.lastIndexOf(lineFeed), window.lastIndexOf(carriageReturn));
    if (end < 0) return true;
    from += end + 1;
  }
  return false;
}

/** `CSV_QUOTE_NOT_CLOSED` → `quote not closed`; never contents of the file. */
const wordsOf = (code: string): string =>
  code.replace(/^CSV_/, '').replaceAll('_', ' ').toLowerCase();

export const writeCsv = (table: CsvTable): Buffer =>
  Buffer.from(stringify(table.map((line) => line.map(disarmed))));
