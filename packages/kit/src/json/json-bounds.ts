/**
 * Bounds of JSON, counted in its text before JSON.parse builds the whole value:
 * five million levels or a million names in a row block the event loop for seconds and take
 * hundreds of megabytes. One pass without recursion and without memory, over any text. Why:
 * docs/architecture/requests.md.
 */
const depthMax = 32;

export interface JsonBounds {
  /** Members of all objects together. */
  names: number;
  /** Members and elements together, and one. */
  values: number;
}

/** A manifest of 1 000 specimens has some 4 000 names, a batch of 500 readings some 5 000. */
export const usualBounds: JsonBounds = { names: 10_000, values: 20_000 };

export type JsonMeasure =
  | { names: number }
  | { exceeded: 'too_deep' | 'too_many_names' | 'too_many_values'; message: string };

/** Structural kind of each byte, 0 for most. Bytes of multi-byte characters are all above these. */
const kinds = new Uint8Array(256);
const [string, colon, comma, opening, closing] = [1, 2, 3, 4, 5] as const;
for (const [kind, characters] of [
  [string, '"'],
  [colon, ':'],
  [comma, ','],
  [opening, '[{'],
  [closing, ']}'],
] as const) {
  for (const byte of Buffer.from(characters)) kinds[byte] = kind;
}

/** Counts structure outside of strings, also in malformed text. */
export function measureJson(bytes: Uint8Array, bounds: JsonBounds): JsonMeasure {
  let depth = 0;
  let names = 0;
  let values = 1;
  const isWithin = () => names <= bounds.names && values <= bounds.values;
  for (let i = 0; i < bytes.length; i += 1) {
    const kind = kinds[bytes[i] ?? 0];
    if (kind === 0) continue;
    if (kind === string) i = endOfString(bytes, i);
    else if (kind === colon) names += 1;
    else if (kind === comma) values += 1;
    else depth += kind === opening ? 1 : -1;
    if (depth > depthMax) return tooDeep;
    if (!isWithin()) break;
  }
  if (isWithin()) return { names };
  return names > bounds.names
    ? exceeded('too_many_names', bounds.names, 'names')
    : exceeded('too_many_values', bounds.values, 'values');
}

const quote = 0x22;
const backslash = 0x5c;

/** Index of the quote that closes the string opened at `start`, or the length if none does. */
function endOfString(bytes: Uint8Array, start: number): number {
  for (let i = start + 1; i < bytes.length; i += 1) {
    const byte = bytes[i];
    if (byte === quote) return i;
    if (byte === backslash) i += 1;
  }
  return bytes.length;
}

const tooDeep = {
  exceeded: 'too_deep',
  message: `Nested deeper than ${depthMax} levels.`,
} as const;

const exceeded = (code: 'too_many_names' | 'too_many_values', max: number, what: string) => ({
  exceeded: code,
  message: `More than ${max.toLocaleString('en')} ${what}.`,
});

/**
 * True when no name is given twice or forbidden for certain, at a fraction of the price: no text that
 * could hide a name, and as many names as the value that was read has members.
 */
export function isPlain(text: string, value: object, names: number): boolean {
  if (text.includes('\\') || text.includes('proto')) return false;
  return names === countMembers(value);
}

function countMembers(value: object): number {
  const isList = Array.isArray(value);
  const inside: unknown[] = isList ? value : Object.values(value);
  let count = isList ? 0 : inside.length;
  for (const each of inside) {
    if (typeof each === 'object' && each !== null) count += countMembers(each);
  }
  return count;
}
