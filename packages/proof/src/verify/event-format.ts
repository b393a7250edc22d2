/** Format check of a custody event read from a file. */
import type { ChainEvent } from './event.ts';

type Test = (value: unknown) => boolean;

export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const isText: Test = (value) =>
  typeof value === 'string' && value.isWellFormed() && value === value.normalize('NFC');
/** Minus zero has no canonical form of its own: it would hash as zero. */
const isInteger: Test = (value) => Number.isSafeInteger(value) && !Object.is(value, -0);
export const isHash = (value: unknown): value is string =>
  typeof value === 'string' && /^sha256:[0-9a-f]{64}$/.test(value);
const orNull =
  (test: Test): Test =>
  (value) =>
    value === null || test(value);

const isPosition: Test = (value) =>
  isObject(value) &&
  Object.keys(value).length === 2 &&
  isInteger(value.lat_e6) &&
  isInteger(value.lng_e6);
const isDetails: Test = (value) =>
  isObject(value) &&
  Object.entries(value).every(
    ([name, item]) =>
      isText(name) && (isText(item) || isInteger(item) || typeof item === 'boolean'),
  );

const members: Record<keyof ChainEvent, Test> = {
  v: (value) => value === 1,
  job_id: isText,
  seq: isInteger,
  at: isText,
  type: isText,
  by: isText,
  note: orNull(isText),
  seal: orNull(isText),
  position: orNull(isPosition),
  details: orNull(isDetails),
  prev_hash: isHash,
  hash: isHash,
};

/** The first fault in the form of an event, if any. */
export function formFault(event: unknown): string | undefined {
  if (!isObject(event)) return 'it is not an object';
  for (const [name, test] of Object.entries(members)) {
    if (!Object.hasOwn(event, name)) return `${name} is missing`;
    if (!test(event[name])) return `${name} is not what it must be`;
  }
  const extra = Object.keys(event).find((name) => !Object.hasOwn(members, name));
  return extra === undefined
    ? undefined
    : `it has a member that no event has: ${extra.slice(0, 40)}`;
}

export const isEvent = (event: unknown): event is ChainEvent => formFault(event) === undefined;
