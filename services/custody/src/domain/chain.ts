/**
 * Custody chain: the hash chain of one job. Builds the next event and renders stored ones.
 *
 * Terms
 * - **fact**: an event of custody as its producer emits it, before it has a place in the chain.
 * - **head**: the last event; the next one takes its number plus one, and its hash.
 * - **canonical bytes**: RFC 8785 text of an event without its hash; the hash is SHA-256 over them.
 * - **commitment**: salted hash in place of a name or free text, so that the text can be erased.
 * - **hand-over**: the event by which a chain is complete; it commits to proof and files.
 *
 *     genesis hash ◀── event 1 ◀── event 2 ◀── … ◀── hand-over ──▶ certificate, entry in the log
 *      (constant)      prev_hash   prev_hash
 *
 * States of a chain: empty → open → handed over. A held excursion waits for the first event, or
 * for the certificate of the cold chain, before it is appended.
 *
 * Guarantees
 * - Numbers have no gap and are used once: (tenant, job, number) is the key, and one of two
 *   concurrent appends is retried (`workflows/append-events.ts`).
 * - A stored event is never changed: the service's role may only insert and read.
 * - The bytes that are shown are the bytes that were hashed. No floats: an event has one text.
 *
 * Not guaranteed
 * - That events are in the order of their times: they are in the order in which they arrived.
 * - Protection from the database's owner: the transparency log reveals a rewrite
 *   (docs/architecture/custody.md).
 *
 * Numbers: positions in millionths of a degree, about 0.1 m; temperatures in tenths of a degree.
 */
import { type Certificate, type CustodyEvent, type CustodyFact, disposition } from '@svc/contracts';

export type UnhashedEvent = Omit<CustodyEvent, 'hash'>;

/** A row of the table; `bytes` is the canonical JSON that was hashed. */
export interface StoredEvent {
  seq: number;
  bytes: string;
  hash: string;
  /** Salt of the chain's identifier in the log; null if the event is older than the log. */
  log_salt: string | null;
}

/** Key of a chain: a job has one. */
export interface ChainKey {
  tenant_id: string;
  job_id: string;
}

/** The last event of a chain; number 0 before the first. */
export type ChainHead = Pick<StoredEvent, 'seq' | 'hash' | 'log_salt'>;

/**
 * The next event takes the next number and the hash of the last one; it has no floats, text in
 * normal form C, and null for empty values.
 */
export function nextEvent(
  fact: CustodyFact,
  jobId: string,
  head: Pick<ChainHead, 'seq' | 'hash'>,
): UnhashedEvent {
  return {
    v: 1,
    job_id: jobId,
    seq: head.seq + 1,
    at: fact.at,
    type: fact.type,
    by: fact.by.normalize('NFC'),
    note: textOrNull(fact.note),
    seal: textOrNull(fact.seal),
    position: fact.position && {
      lat_e6: millionths(fact.position.lat),
      lng_e6: millionths(fact.position.lng),
    },
    details: detailsOrNull(fact.details),
    prev_hash: head.hash,
  };
}

const textOrNull = (text: string | null): string | null => text?.normalize('NFC') || null;

/** Never minus zero, which is written like zero and would read back as another number. */
const millionths = (degrees: number): number => Math.round(degrees * 1e6) || 0;

function detailsOrNull(details: CustodyFact['details']): CustodyFact['details'] {
  const entries = Object.entries(details ?? {}).map(([name, value]) => [
    name.normalize('NFC'),
    typeof value === 'string' ? value.normalize('NFC') : value,
  ]);
  return entries.length > 0 ? Object.fromEntries(entries) : null;
}

interface Handover {
  recipient_commitment: string;
  signature_file_id: string | null;
  photo_file_id: string | null;
  /** All files that were filed for the job. */
  files: readonly { id: string; sha256: string }[];
}

/**
 * A hand-over commits the chain to the recipient's name and to the files, without containing them.
 */
export function commitHandover(fact: CustodyFact, handover: Handover): CustodyFact {
  const digestOf = (id: string | null) => handover.files.find((file) => file.id === id)?.sha256;
  const signature_sha256 = digestOf(handover.signature_file_id);
  const photo_sha256 = digestOf(handover.photo_file_id);
  return {
    ...fact,
    details: {
      ...fact.details,
      recipient_commitment: handover.recipient_commitment,
      ...(signature_sha256 && { signature_sha256 }),
      ...(photo_sha256 && { photo_sha256 }),
    },
  };
}

/** An event as the record and the bundle show it: the hashed members and the hash. */
export function toEvent({ bytes, hash }: Pick<StoredEvent, 'bytes' | 'hash'>): CustodyEvent {
  const content: UnhashedEvent = JSON.parse(bytes);
  const { v, job_id, seq, at, type, by, note, seal, position, details, prev_hash } = content;
  return { v, job_id, seq, at, type, by, note, seal, position, details, prev_hash, hash };
}

/**
 * A chain as the verifier checks it; without events it has the hash that its first event will
 * follow.
 */
export const toRecord = (
  jobId: string,
  stored: readonly Omit<StoredEvent, 'log_salt'>[],
  start: Pick<ChainHead, 'seq' | 'hash'>,
) => ({
  job_id: jobId,
  chain_hash: (stored.at(-1) ?? start).hash,
  events: stored.map(toEvent),
});

/** Decisions on contents that were out of range, in their order; null if there are none. */
export function dispositionsIn(stored: readonly StoredEvent[]): Certificate['dispositions'] | null {
  const decided = stored.map(toEvent).filter(({ type }) => type === 'decided');
  if (decided.length === 0) return null;
  return decided.map(({ at, details }) => ({
    disposition: disposition.parse(details?.disposition),
    at,
  }));
}
