/** Entry bundles of tlog-tiles: each entry behind its length as a big-endian uint16. */
import { concat, FormatError } from './bytes.ts';
import { tileWidth } from './tile.ts';

export const entryLengthMax = 65_535;

export function formatEntryBundle(entries: readonly Uint8Array[]): Uint8Array {
  return concat(
    ...entries.flatMap((entry) => {
      const { length } = entry;
      if (length > entryLengthMax) throw new RangeError(`an entry has ${length} bytes`);
      return [Uint8Array.of(Math.floor(length / 256), length % 256), entry];
    }),
  );
}

/** The entries of a bundle that holds exactly `width`. Throws FormatError. */
export function parseEntryBundle(bytes: Uint8Array, width: number): Uint8Array[] {
  const entries: Uint8Array[] = [];
  let offset = 0;
  while (offset < bytes.length) {
    const [high, low] = bytes.subarray(offset, offset + 2);
    if (high === undefined || low === undefined) throw new FormatError('a length is cut off');
    const end = offset + 2 + high * 256 + low;
    if (end > bytes.length) throw new FormatError('an entry is cut off');
    if (entries.length === tileWidth) throw new FormatError('it has more than 256 entries');
    entries.push(bytes.subarray(offset + 2, end));
    offset = end;
  }
  if (entries.length !== width) {
    throw new FormatError(`it has ${entries.length} entries instead of ${width}`);
  }
  return entries;
}
