/** Strict parser for untrusted JSON (RFC 8259). */
import { isUtf8 } from 'node:buffer';
import { structureFault } from '@svc/text/json-structure';
import type { Issue } from '../calls/transport.ts';
import { isPlain, type JsonBounds, measureJson, usualBounds } from './json-bounds.ts';
import { jsonFaultText } from './json-fault.ts';

export type JsonObject = Record<string, unknown>;

/**
 * A JSON object with each name once; a byte order mark is skipped. Otherwise what is wrong with the
 * bytes: `invalid_json` for what is no JSON at all. Bounds are counted before anything is parsed.
 */
export function readJsonObject(
  bytes: Buffer,
  bounds: JsonBounds = usualBounds,
): { value: JsonObject } | { issue: Issue } | { refused: 'invalid_json'; detail: string } {
  if (!isUtf8(bytes)) return whole('invalid_encoding', 'The body is not UTF-8.');
  const measured = measureJson(bytes, bounds);
  if ('exceeded' in measured) return whole(measured.exceeded, measured.message);
  const text = bytes.toString('utf8').replace(/^\uFEFF/, '');
  const value = parse(text);
  if (value === undefined) return { refused: 'invalid_json', detail: jsonFaultText(text) };
  if (!isObject(value)) return whole('invalid_type', 'The body is not a JSON object.');
  const issue = isPlain(text, value, measured.names) ? undefined : structureFault(text);
  return issue ? { issue } : { value };
}

const whole = (code: string, message: string) => ({ issue: { path: [], code, message } });

/** Undefined if the text is not JSON; no JSON value is undefined. */
function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
