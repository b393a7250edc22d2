/**
 * Hash of one custody event: its canonical form and algorithm.
 *
 * `hash` is `sha256:` and the hex digest of `svc.custody.v1`, a line feed, and the event without its
 * hash in the canonical form of RFC 8785, as UTF-8.
 */
import { sha256 } from '@noble/hashes/sha2.js';
import canonicalize from 'canonicalize';
import { toHex, utf8 } from '../log/bytes.ts';

/** Exactly these members, always all present; strings in Unicode normal form C; no floats. */
export interface CanonicalEvent {
  v: 1;
  job_id: string;
  /** From 1, without gaps. */
  seq: number;
  at: string;
  type: string;
  by: string;
  note: string | null;
  seal: string | null;
  /** Millionths of a degree. */
  position: { lat_e6: number; lng_e6: number } | null;
  details: Record<string, string | number | boolean> | null;
  prev_hash: string;
}
export interface ChainEvent extends CanonicalEvent {
  hash: string;
}

/** The `prev_hash` of a chain's first event. */
export const genesisHash = `sha256:${'0'.repeat(64)}`;

const version = 'svc.custody.v1\n';

/** The canonical text that is hashed: all members except `hash`. */
export function canonicalText(event: CanonicalEvent): string {
  const { v, job_id, seq, at, type, by, note, seal, position, details, prev_hash } = event;
  const content = { v, job_id, seq, at, type, by, note, seal, position, details, prev_hash };
  const text = canonicalize(content);
  if (text === undefined) throw new Error('an object has a canonical form');
  return text;
}

export const hashText = (canonical: string): string =>
  `sha256:${toHex(sha256(utf8(version + canonical)))}`;

export const hashEvent = (event: CanonicalEvent): string => hashText(canonicalText(event));
