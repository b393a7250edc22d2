/**
 * Parts of a PNG (W3C, 5 and 11) or JPEG (ITU-T T.81, annex B), as far as bounds of uploads and the
 * removal of metadata need them. Nothing is decoded.
 */

/** A chunk by its type, or a segment by its marker in hex, from its first byte to after its last. */
export interface ImagePart {
  name: string;
  start: number;
  end: number;
}
export interface ImageParts {
  width: number;
  height: number;
  parts: readonly ImagePart[];
  /** First byte after the image; bytes from there are not part of it. */
  end: number;
}

/** Far above what an image of 5 MiB has. */
const partsMax = 10_000;

const viewOf = ({ buffer, byteOffset, byteLength }: Uint8Array) =>
  new DataView(buffer, byteOffset, byteLength);

/** Undefined where it is cut off or lacks header, data or end. */
export function pngParts(bytes: Uint8Array): ImageParts | undefined {
  const view = viewOf(bytes);
  const parts: ImagePart[] = [];
  for (let at = 8; at + 12 <= bytes.length && parts.length < partsMax; ) {
    const end = at + 12 + view.getUint32(at);
    const name = String.fromCharCode(...bytes.subarray(at + 4, at + 8));
    if (end > bytes.length || !/^[A-Za-z]{4}$/.test(name)) return undefined;
    parts.push({ name, start: at, end });
    if (name === 'IEND') break;
    at = end;
  }
  const [header] = parts;
  const last = parts.at(-1);
  const isWhole = header?.name === 'IHDR' && header.end === 33 && last?.name === 'IEND';
  if (!isWhole || !parts.some(({ name }) => name === 'IDAT')) return undefined;
  return { width: view.getUint32(16), height: view.getUint32(20), parts, end: last.end };
}

const endOfImage = 0xd9;
const startOfScan = 0xda;
const isFrame = (marker: number): boolean =>
  marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
const isRestart = (marker: number | undefined): boolean =>
  marker !== undefined && marker >= 0xd0 && marker <= 0xd7;

/** Undefined where it is cut off or lacks frame, scan or end. */
export function jpegParts(bytes: Uint8Array): ImageParts | undefined {
  const parts: ImagePart[] = [];
  let at = 2;
  while (parts.length < partsMax && bytes[at] === 0xff && bytes[at + 1] !== endOfImage) {
    if (bytes[at + 1] === 0xff) at += 1;
    else {
      const part = segmentAt(bytes, at);
      if (!part) return undefined;
      parts.push(part);
      at = part.end;
    }
  }
  const frame = parts.find(({ name }) => isFrame(Number.parseInt(name, 16)));
  const isWhole = bytes[at] === 0xff && bytes[at + 1] === endOfImage;
  if (!isWhole || !frame || !parts.some(({ name }) => name === 'da')) return undefined;
  const view = viewOf(bytes);
  const [height, width] = [view.getUint16(frame.start + 5), view.getUint16(frame.start + 7)];
  return { width, height, parts, end: at + 2 };
}

function segmentAt(bytes: Uint8Array, start: number): ImagePart | undefined {
  if (start + 4 > bytes.length) return undefined;
  const marker = bytes[start + 1] ?? 0;
  const header = start + 2 + viewOf(bytes).getUint16(start + 2);
  const least = isFrame(marker) ? start + 9 : start + 4;
  if (header < least || header > bytes.length) return undefined;
  const end = marker === startOfScan ? endOfScan(bytes, header) : header;
  return { name: marker.toString(16), start, end };
}

/**
 * End of entropy-coded data: in it 0xff is followed by 0, by a restart marker, or by the next
 * segment.
 */
function endOfScan(bytes: Uint8Array, start: number): number {
  let at = bytes.indexOf(0xff, start);
  while (at >= 0 && (bytes[at + 1] === 0 || isRestart(bytes[at + 1]))) {
    at = bytes.indexOf(0xff, at + 2);
  }
  return at < 0 ? bytes.length : at;
}
