/**
 * Segments of an interchange, one after the other (ISO 9735). Only the current one is in memory.
 */
import { charsets, decode } from './encoding.ts';
import { cutOff, type FileFault, isFault, malformed, nameable } from './faults.ts';
import {
  defaults,
  findMark,
  readUna,
  type ServiceCharacters,
  splitAt,
  unaLength,
  unreleased,
} from './service-characters.ts';

export interface EdifactSegment {
  tag: string;
  /** Data elements of components. */
  elements: readonly (readonly string[])[];
  /** Decimal marks of the numbers in it. */
  decimal: string;
}

const segmentMaxBytes = 4_096;
const elementsMax = 40;
const componentsMax = 20;
const tagForm = /^[A-Z]{3}$/;
/** Line breaks and blanks between segments have no meaning. */
const gap = /[\r\n ]*/y;
const byteOrderMark = '\u00ef\u00bb\u00bf';
const utf16 = /^(\xff\xfe|\xfe\xff)/;

/** Ends with the first fault: segments after it cannot be delimited. */
export function* readSegments(bytes: Uint8Array): Generator<EdifactSegment | FileFault> {
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('latin1');
  const opening = readOpening(text);
  if (isFault(opening)) return yield opening;
  let { marks } = opening;
  const terminator = { mark: marks.terminator, release: marks.release };
  let charset = 'UNOA';
  let at = afterGap(text, opening.end);
  while (at < text.length) {
    const end = findMark(text, terminator, at);
    const tag = text.slice(at, at + 3);
    if (end === -1) return yield cutOff(tag, 'The file is cut off in this segment (13)');
    if (end - at > segmentMaxBytes) {
      return yield malformed(tag, `Longer than ${segmentMaxBytes} bytes (39)`);
    }
    const segment = readSegment(text.slice(at, end), { ...marks, charset });
    yield segment;
    if (isFault(segment)) return;
    if (segment.tag === 'UNB') {
      const [name = '', version] = segment.elements[0] ?? [];
      charset = name;
      // Version 4 reads past the mark in UNA.
      if (version === '4') marks = { ...marks, decimal: defaults.decimal };
    }
    if (!charsets.includes(charset)) return yield unsupportedCharset;
    at = afterGap(text, end + 1);
  }
}

const unsupportedCharset: FileFault = {
  column: 'UNB',
  code: 'bad_encoding',
  message: `The charset that UNB names is not supported: send ${charsets.join(', ')} (2)`,
};

function readOpening(text: string): { marks: ServiceCharacters; end: number } | FileFault {
  if (utf16.test(text)) return { column: '', code: 'bad_encoding', message: 'UTF-16 (21)' };
  const begin = text.startsWith(byteOrderMark) ? byteOrderMark.length : 0;
  if (text.startsWith('UNA', begin)) {
    const end = begin + unaLength;
    const marks = readUna(text.slice(begin, end));
    return isFault(marks) ? marks : { marks, end };
  }
  if (text.startsWith('UNB', afterGap(text, begin))) return { marks: defaults, end: begin };
  const fault = text.length < unaLength ? cutOff : malformed;
  return fault('UNB', 'A file begins with UNA or UNB (13)');
}

function afterGap(text: string, at: number): number {
  gap.lastIndex = at;
  gap.test(text);
  return gap.lastIndex;
}

function readSegment(
  raw: string,
  { charset, element, component, release, decimal }: ServiceCharacters & { charset: string },
): EdifactSegment | FileFault {
  const text = decode(raw, charset);
  if (text === undefined) {
    return { column: nameable(raw), code: 'bad_encoding', message: 'Not text of its charset (21)' };
  }
  const [tag = '', ...parts] = splitAt(text, element, release);
  if (!tagForm.test(tag)) return malformed('', 'A segment begins with three capital letters (13)');
  const elements = parts.map((part) =>
    splitAt(part, component, release).map((value) => unreleased(value, release)),
  );
  const isTooWide = elements.some((values) => values.length > componentsMax);
  return isTooWide || elements.length > elementsMax
    ? malformed(tag, `More than ${elementsMax} elements or ${componentsMax} components (16)`)
    : { tag, elements, decimal };
}
