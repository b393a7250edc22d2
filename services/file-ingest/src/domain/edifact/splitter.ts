/** Bytes in, segments out; nothing is held but the segment that is still open. */
import { decode } from './encoding.ts';
import { type FileFault, isFault, malformed } from './faults.ts';
import {
  defaults,
  findMark,
  readUna,
  type ServiceCharacters,
  splitAt,
  unaLength,
  unreleased,
} from './service-characters.ts';

export interface Segment {
  tag: string;
  /** Data elements of components. */
  elements: readonly (readonly string[])[];
}

export interface Splitter {
  write(bytes: Uint8Array): (Segment | FileFault)[];
  end(): FileFault | undefined;
}

const segmentMaxBytes = 4_096;
const elementsMax = 40;
const componentsMax = 20;
const tagForm = /^[A-Z]{3}$/;
const betweenSegments = /[^\r\n ]/g;
const utf16 = /^(\xff\xfe|\xfe\xff)/;
const byteOrderMark = '\u00ef\u00bb\u00bf';

/** Stops at the first fault: what follows it cannot be told apart. */
export function createSplitter(): Splitter {
  let marks: ServiceCharacters | undefined;
  let charset = 'UNOA';
  let rest = '';
  let isBroken = false;

  const next = (text: string, at: number, end: number): Segment | FileFault => {
    const segment = readSegment(text.slice(at, end), { ...(marks ?? defaults), charset });
    if (!isFault(segment) && segment.tag === 'UNB') charset = segment.elements[0]?.[0] ?? '';
    return segment;
  };
  const opening = (text: string): number | FileFault => {
    if (utf16.test(text)) return { column: '', code: 'bad_encoding', message: 'UTF-16 (21)' };
    const begin = text.startsWith(byteOrderMark) ? byteOrderMark.length : 0;
    const una = text.slice(begin, begin + unaLength);
    if (!una.startsWith('UNA')) {
      marks = defaults;
      const isInterchange = text.slice(begin).trimStart().startsWith('UNB');
      return isInterchange ? begin : malformed('UNB', 'A file begins with UNA or UNB (13)');
    }
    const read = readUna(una);
    if (isFault(read)) return read;
    marks = read;
    return begin + unaLength;
  };
  const cut = (text: string): (Segment | FileFault)[] => {
    const found: (Segment | FileFault)[] = [];
    const begin = marks ? 0 : opening(text);
    if (typeof begin !== 'number') return [begin];
    const { terminator, release } = marks ?? defaults;
    let at = afterGap(text, begin);
    let end = findMark(text, terminator, at, release);
    while (end !== -1 && end - at <= segmentMaxBytes) {
      const segment = next(text, at, end);
      found.push(segment);
      if (isFault(segment)) return found;
      at = afterGap(text, end + 1);
      end = findMark(text, terminator, at, release);
    }
    rest = text.slice(at);
    const open = end === -1 ? rest.length : end - at;
    if (open <= segmentMaxBytes) return found;
    return [...found, malformed(rest.slice(0, 3), `Longer than ${segmentMaxBytes} bytes (39)`)];
  };
  return {
    write: (bytes) => {
      if (isBroken) return [];
      const text = rest + Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).latin1Slice();
      rest = text;
      // The opening is judged once all of it is there.
      if (!marks && text.length < unaLength + byteOrderMark.length) return [];
      const found = cut(text);
      isBroken = found.some(isFault);
      return found;
    },
    end: () => {
      if (isBroken) return undefined;
      return rest === '' && marks ? undefined : malformed('UNZ', 'The file is cut off or empty (13)');
    },
  };
}

/** Line breaks and blanks between segments carry nothing. */
function afterGap(text: string, at: number): number {
  betweenSegments.lastIndex = at;
  return betweenSegments.exec(text)?.index ?? text.length;
}

function readSegment(
  raw: string,
  { charset, element, component, release }: ServiceCharacters & { charset: string },
): Segment | FileFault {
  const text = decode(raw, charset);
  if (text === undefined) {
    return { column: raw.slice(0, 3), code: 'bad_encoding', message: `Not ${charset} text (21)` };
  }
  const [tag = '', ...parts] = splitAt(text, element, release);
  if (!tagForm.test(tag)) return malformed('', 'A segment begins with three capital letters (13)');
  const elements = parts.map((part) =>
    splitAt(part, component, release).map((value) => unreleased(value, release)),
  );
  const isTooWide = elements.some((values) => values.length > componentsMax);
  return isTooWide || elements.length > elementsMax
    ? malformed(tag, `More than ${elementsMax} elements or ${componentsMax} components (16)`)
    : { tag, elements };
}
