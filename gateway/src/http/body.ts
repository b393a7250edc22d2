import { type JsonObject, readJsonObject } from '@svc/kit/json';
import { pointerTo } from './pointer.ts';
import { invalidBody, type Problem, problem } from './problem.ts';

export type { JsonObject };
export type Parsed = { value: JsonObject } | { problem: Problem };

/** A JSON object; no body is the empty one. */
export function parseBody(bytes: unknown): Parsed {
  if (!Buffer.isBuffer(bytes) || bytes.length === 0) return { value: {} };
  const read = readJsonObject(bytes);
  if ('value' in read) return read;
  if ('refused' in read) return { problem: problem(read.refused) };
  const { path, code, message } = read.issue;
  return { problem: invalidBody([{ pointer: pointerTo(path), code, detail: message }]) };
}
