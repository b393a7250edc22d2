import { type JsonObject, readJsonObject } from '@svc/kit/json';
import { readInput } from '@svc/kit/json-issues';
import { type FindUnknown, unknownFields } from '@svc/kit/json-unknown-fields';
import type { Issue } from '@svc/kit/transport';
import {
  invalidBody,
  type Problem,
  type ProblemItem,
  pointerTo,
  problem,
} from '../problem/problem.ts';
import { reservedNames } from './bodies.ts';
import type { ActionRoute } from './route.ts';

export type { JsonObject };
export type Parsed = { value: JsonObject } | { problem: Problem };

export const isEmpty = (bytes: unknown): boolean => !Buffer.isBuffer(bytes) || bytes.length === 0;

/** A JSON object; a missing body is read as the empty object. */
export function parseBody(bytes: unknown): Parsed {
  if (!Buffer.isBuffer(bytes) || bytes.length === 0) return { value: {} };
  const read = readJsonObject(bytes);
  if ('value' in read) return read;
  if ('refused' in read) return { problem: problem(read.refused, { detail: read.detail }) };
  return { problem: invalidBody([itemOf(read.issue)]) };
}

const itemOf = ({ path, code, message }: Issue): ProblemItem => ({
  pointer: pointerTo(path),
  code,
  detail: message,
});

export type BodyReader = (bytes: unknown) => Parsed;

/** Reads the body of an endpoint; undocumented fields are refused by name. */
export function bodyReader({ body, contract, pathNames }: ActionRoute): BodyReader {
  if (body === 'none') return readNothing;
  let find: FindUnknown | undefined;
  return (bytes) => {
    const parsed = parseBody(bytes);
    if ('problem' in parsed) return parsed;
    // Built at the first request: most processes serve few endpoints.
    find ??= unknownFields(contract.input, [...pathNames, ...reservedNames]);
    const unknown = find(parsed.value);
    if (unknown.length === 0) return parsed;
    return { problem: invalidBody([...unknown.map(itemOf), ...otherFaults(parsed.value)]) };
  };

  /** Reported together: the unknown field is often a misspelt required one. */
  function otherFaults(value: JsonObject): ProblemItem[] {
    const read = readInput(contract, value, { issuesMax: Number.POSITIVE_INFINITY });
    if ('input' in read) return [];
    return read.issues.filter(({ path: [name] }) => !pathNames.includes(String(name))).map(itemOf);
  }
}

/** For an endpoint without a body; the empty object is accepted. */
function readNothing(bytes: unknown): Parsed {
  if (isEmpty(bytes)) return { value: {} };
  const parsed = parseBody(bytes);
  if ('value' in parsed && Object.keys(parsed.value).length === 0) return parsed;
  return { problem: bodiless };
}

const bodiless = invalidBody([
  { pointer: '', code: 'unknown_field', detail: 'This endpoint takes no body.' },
]);
