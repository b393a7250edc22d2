/** Service characters (ISO 9735, UNA): what separates, releases and ends. */
import { type FileFault, malformed } from './faults.ts';

export interface ServiceCharacters {
  component: string;
  element: string;
  /** A space if the sender has no release character. */
  release: string;
  terminator: string;
  /** Decimal mark; both if the sender names none. Triads are never separated (ISO 9735). */
  decimal: string;
}

/** `UNA` and its six characters. */
export const unaLength = 9;

export const defaults: ServiceCharacters = {
  component: ':',
  element: '+',
  release: '?',
  terminator: "'",
  decimal: '.,',
};

const printable = /^[\x21-\x2f\x3a-\x40\x5b-\x60\x7b-\x7e]$/;

/** The four characters that matter must be distinct marks; repetition is not used. */
export function readUna(una: string): ServiceCharacters | FileFault {
  const [component = '', element = '', mark = '', release = '', , terminator = ''] = una.slice(3);
  const marks = [component, element, terminator, ...(release === ' ' ? [] : [release])];
  const areMarks = marks.every((mark) => printable.test(mark));
  if (!areMarks || new Set(marks).size < marks.length) {
    return malformed('UNA', 'UNA must name distinct marks: no letters, digits or spaces (20)');
  }
  const decimal = defaults.decimal.includes(mark) ? mark : defaults.decimal;
  return { component, element, release, terminator, decimal };
}

/** A number without what does not count (`02`, `2.0`); anything else as it is. */
export function plainNumber(text: string, decimal: string): string {
  const form = /^(-?\d{1,15})(?:([.,])(\d{0,15}))?$/.exec(text);
  if (!form || !decimal.includes(form[2] ?? '')) return text;
  return String(Number(`${form[1]}.${form[3] ?? ''}`));
}

interface Delimiter {
  mark: string;
  release: string;
}

/** Index of the next `mark` that no release character precedes; -1 if there is none. */
export function findMark(text: string, { mark, release }: Delimiter, from: number): number {
  let at = text.indexOf(mark, from);
  while (at > 0 && isReleased(text, at, release)) at = text.indexOf(mark, at + 1);
  return at;
}

export function splitAt(text: string, mark: string, release: string): string[] {
  const parts: string[] = [];
  let from = 0;
  let at = findMark(text, { mark, release }, from);
  while (at !== -1) {
    parts.push(text.slice(from, at));
    from = at + 1;
    at = findMark(text, { mark, release }, from);
  }
  return [...parts, text.slice(from)];
}

export function unreleased(text: string, release: string): string {
  if (release === ' ' || !text.includes(release)) return text;
  let plain = '';
  for (let at = 0; at < text.length; at += 1) {
    if (text[at] === release) at += 1;
    plain += text[at] ?? '';
  }
  return plain;
}

/** A release character that is itself released has no effect. */
function isReleased(text: string, at: number, release: string): boolean {
  if (release === ' ') return false;
  let before = at;
  while (before > 0 && text[before - 1] === release) before -= 1;
  return (at - before) % 2 === 1;
}
