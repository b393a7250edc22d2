/**
 * The archive of map tiles (PMTiles, version 3). It is opened once: a file that takes its place is served
 * after the next start, so that all ranges that a browser reads are of one archive.
 */
import { hash } from 'node:crypto';
import { closeSync, createReadStream, fstatSync, openSync, readSync } from 'node:fs';
import type { Readable } from 'node:stream';
import { type ByteRange, rangeOf } from './byte-range.ts';

export interface MapArchive {
  size: number;
  /** Strong: same bytes, same tag (RFC 9110, section 8.8.3). */
  etag: string;
  read(range: ByteRange): Readable;
  close(): void;
}

/** Bytes of the header, and places in it: https://github.com/protomaps/PMTiles, spec v3. */
const header = { bytes: 127, magic: 'PMTiles', versionAt: 7, tileTypeAt: 99 } as const;
const version = 3;
/** Mapbox Vector Tile. */
const vectorTiles = 1;

interface RangeRequest {
  range?: string | undefined;
  'if-range'?: string | undefined;
}

/** Response to a browser that reads of it what its map shows (RFC 9110, section 14). */
export function rangeResponse(
  { size, etag, read }: MapArchive,
  { range: wanted, 'if-range': ifRange = etag }: RangeRequest,
) {
  // Of another archive than the browser knows it gets the whole (RFC 9110, section 13.1.5).
  const range = ifRange === etag ? rangeOf(wanted, size) : undefined;
  const headers = { 'accept-ranges': 'bytes', etag };
  if (range === 'unsatisfiable') {
    return { status: 416, headers: { ...headers, 'content-range': `bytes */${size}` } };
  }
  const { first, last } = range ?? { first: 0, last: size - 1 };
  return {
    status: range ? 206 : 200,
    headers: {
      ...headers,
      ...(range && { 'content-range': `bytes ${first}-${last}/${size}` }),
      'content-type': 'application/vnd.pmtiles',
      'content-length': last - first + 1,
    },
    body: read({ first, last }),
  };
}

/** Why the file cannot be served; undefined where it can. */
export function archiveFault(path: string): string | undefined {
  try {
    openMapArchive(path).close();
    return undefined;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

export function openMapArchive(path: string): MapArchive {
  const fd = openSync(path, 'r');
  try {
    const stat = fstatSync(fd);
    if (!stat.isFile()) throw new Error('is not a file');
    const start = Buffer.alloc(header.bytes);
    checkHeader(start, readSync(fd, start, 0, header.bytes, 0));
    const state = [start.toString('hex'), stat.size, stat.mtimeMs, stat.ino].join(' ');
    return {
      size: stat.size,
      etag: `"${hash('sha256', state).slice(0, 32)}"`,
      read: ({ first, last }) =>
        createReadStream('', { fd, start: first, end: last, autoClose: false }),
      close: () => closeSync(fd),
    };
  } catch (error) {
    closeSync(fd);
    throw error;
  }
}

function checkHeader(start: Buffer, bytesRead: number): void {
  const isArchive =
    bytesRead === header.bytes &&
    start.toString('latin1', 0, header.magic.length) === header.magic &&
    start[header.versionAt] === version;
  if (!isArchive) throw new Error(`is not a PMTiles archive of version ${version}`);
  if (start[header.tileTypeAt] !== vectorTiles) throw new Error('holds no vector tiles');
}
