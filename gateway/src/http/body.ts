import { isUtf8 } from 'node:buffer';
import { structureFault } from './json-structure.ts';
import { invalidBody, type Problem, problem } from './problem.ts';

export type JsonObject = Record<string, unknown>;
export type Parsed = { value: JsonObject } | { problem: Problem };

const wholeBody = (code: string, detail: string): Parsed => ({
  problem: invalidBody([{ pointer: '', code, detail }]),
});

/**
 * A JSON object as RFC 8259 means it, with each name once. No body is the empty object; a byte
 * order mark is skipped.
 */
export function parseBody(bytes: unknown): Parsed {
  if (!Buffer.isBuffer(bytes) || bytes.length === 0) return { value: {} };
  if (!isUtf8(bytes)) return wholeBody('invalid_encoding', 'The body is not UTF-8.');
  const text = bytes.toString('utf8').replace(/^\uFEFF/, '');
  const value = parse(text);
  if (value === undefined) return { problem: problem('invalid_json') };
  if (!isObject(value)) return wholeBody('invalid_type', 'The body is not a JSON object.');
  const fault = structureFault(text);
  return fault ? { problem: invalidBody([fault]) } : { value };
}

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
