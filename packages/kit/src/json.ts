/** JSON as strangers send it: read as strictly as RFC 8259 means it. */
import { isUtf8 } from 'node:buffer';
import { isPlain, structureFault } from './json-structure.ts';
import type { Issue } from './transport.ts';

export type JsonObject = Record<string, unknown>;

/**
 * A JSON object with each name once; a byte order mark is skipped. Otherwise what is wrong with the
 * bytes: `invalid_json` for what is no JSON at all.
 */
export function readJsonObject(
  bytes: Buffer,
): { value: JsonObject } | { issue: Issue } | { refused: 'invalid_json' } {
  if (!isUtf8(bytes)) return whole('invalid_encoding', 'The body is not UTF-8.');
  const text = bytes.toString('utf8').replace(/^\uFEFF/, '');
  const value = parse(text);
  if (value === undefined) return { refused: 'invalid_json' };
  if (!isObject(value)) return whole('invalid_type', 'The body is not a JSON object.');
  const issue = isPlain(text, value) ? undefined : structureFault(text);
  return issue ? { issue } : { value };
}

const whole = (code: string, message: string) => ({ issue: { path: [], code, message } });

/** Nothing that JSON can say is undefined. */
function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
