/**
 * Digest of the readings of a cold-chain certificate: its canonical form and algorithm.
 *
 * The digest is `sha256:` and the hex SHA-256 of `svc.readings.v1`, a line feed, and one line for each
 * reading: its canonical form (RFC 8785) and a line feed, as UTF-8. The lines stand in the order of
 * time, device and number, so that it does not matter in which order the readings came.
 */
import { sha256 } from '@noble/hashes/sha2.js';
import canonicalize from 'canonicalize';
import { toHex, utf8 } from '../log/bytes.ts';
import { isObject } from './event-format.ts';

/** Exactly these members, always all present. */
export interface SignedReading {
  device_id: string;
  seq: number;
  /** UTC, milliseconds, `Z`. */
  at: string;
  temperature_c: number;
  /** `YYYY-MM-DD`, or null. */
  calibrated_until: string | null;
}

const version = 'svc.readings.v1\n';

export function readingsDigest(readings: readonly SignedReading[]): string {
  const digest = sha256.create().update(utf8(version));
  for (const reading of readings.toSorted(byPlace)) digest.update(utf8(`${lineOf(reading)}\n`));
  return `sha256:${toHex(digest.digest())}`;
}

function lineOf({ device_id, seq, at, temperature_c, calibrated_until }: SignedReading): string {
  const line = canonicalize({ device_id, seq, at, temperature_c, calibrated_until });
  if (line === undefined) throw new Error('an object has a canonical form');
  return line;
}

/** Timestamps of one form sort as text; all text by code unit. */
const byPlace = (a: SignedReading, b: SignedReading): number =>
  byText(a.at, b.at) || byText(a.device_id, b.device_id) || a.seq - b.seq;

const byText = (a: string, b: string): number => {
  if (a === b) return 0;
  return a < b ? -1 : 1;
};

const tests: Record<keyof SignedReading, (value: unknown) => boolean> = {
  device_id: (value) => typeof value === 'string' && value.isWellFormed(),
  seq: (value) => Number.isSafeInteger(value),
  at: (value) =>
    typeof value === 'string' && /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/.test(value),
  temperature_c: (value) => typeof value === 'number' && Number.isFinite(value),
  calibrated_until: (value) =>
    value === null || (typeof value === 'string' && /^\d{4}-\d\d-\d\d$/.test(value)),
};

/** Members that are not hashed are refused: a reader would take them for signed. */
export const isReading = (value: unknown): value is SignedReading =>
  isObject(value) &&
  Object.keys(value).length === Object.keys(tests).length &&
  Object.entries(tests).every(([name, test]) => Object.hasOwn(value, name) && test(value[name]));
