/**
 * Entries of the transparency log, as they are hashed: canonical JSON (RFC 8785), in UTF-8.
 *
 * - `chain`: where a chain stood at a hand-over, or when it was certified. Its member `chain` is
 *   `commitment(salt, job id)`, `head` the hash and `at` the time of event number `events`.
 * - `certificate`: `certificate` is the SHA-256 of the compact JWS, `at` its `issued_at`.
 * - `erasure`: personal data of the chain was erased.
 * - `key`: `thumbprint` (RFC 7638) of a key that signs certificates, `at` when it was made.
 */
import canonicalize from 'canonicalize';

export type LogEntryFields =
  | { v: 1; type: 'chain'; chain: string; events: number; head: string; at: string }
  | { v: 1; type: 'certificate'; certificate: string; at: string }
  | { v: 1; type: 'erasure'; chain: string; at: string }
  | { v: 1; type: 'key'; thumbprint: string; at: string };

/**
 * A phone without network delays a scan by hours. What was logged later than this after the time that it
 * states may have been rewritten in between.
 */
export const loggingDelayMaxMs = 24 * 3_600_000;

export function logEntryText(entry: LogEntryFields): string {
  const text = canonicalize(entry);
  if (text === undefined) throw new Error('an object has a canonical form');
  return text;
}
