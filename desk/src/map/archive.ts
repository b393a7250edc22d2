/**
 * The archive of map tiles (PMTiles, version 3). It is opened once: a file that takes its place is served
 * after the next start, so that all ranges that a browser reads are of one archive.
 */
import { hash } from 'node:crypto';
import { closeSync, createReadStream, fstatSync, openSync, readSync } from 'node:fs';
import type { Readable } from 'node:stream';
import type { ByteRange } from './byte-range.ts';

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
