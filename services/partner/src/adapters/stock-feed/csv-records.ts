/** Streams the records of a CSV file by csv-parse, with size limits. */
import { isUtf8 } from 'node:buffer';
import { Readable } from 'node:stream';
import { Refusal } from '@svc/kit/refusal';
import { CsvError, parse } from 'csv-parse';

const recordSizeMax = 10_000;
/** csv-parse parses each chunk fully and ignores backpressure, so it is fed slices of 16 KiB. */
const sliceSize = 16_384;

const invalid = (detail: string) => new Refusal('invalid_body', detail);

export async function* recordsOf(bytes: Uint8Array): AsyncGenerator<string[]> {
  if (!isUtf8(bytes)) throw invalid('The feed is not UTF-8.');
  if (hasLongLine(bytes)) throw invalid(`A line has more than ${recordSizeMax} bytes.`);
  const options = { bom: true, max_record_size: recordSizeMax, skip_empty_lines: true };
  try {
    for await (const record of Readable.from(slicesOf(bytes)).pipe(parse(options))) yield record;
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    throw invalid(`Line ${String(error.lines)} is not CSV: ${error.code}.`);
  }
}

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
