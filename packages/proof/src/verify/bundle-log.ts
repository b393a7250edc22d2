/** The entries of the transparency log that a bundle carries: their form, and whether they are about it. */

import type { ChainEvent } from './event.ts';
import { isEvent, isHash, isObject } from './event-format.ts';
import { type LogEntryFields, logEntryText } from './log-entry.ts';
import { commitment } from './texts.ts';

export interface LoggedEntry {
  /** The exact text that was hashed. */
  text: string;
  fields: LogEntryFields;
  /** A tlog-proof; null while no checkpoint covers it. */
  proof: string | null;
}
interface LogPart {
  origin: string;
  entries: readonly LoggedEntry[];
}
export interface BundleLog extends LogPart {
  /** Names the chain in its entries. */
  salt: string;
}
/** Log part of a public proof, which needs no entry of its chain: the certificate binds it. */
export interface ProofLog extends LogPart {
  salt: null;
}
/** Expected subject of the entries. */
export interface LogSubject {
  jobId: string;
  events: readonly unknown[];
  /** SHA-256 of each certificate's JWS. */
  certificates: readonly string[];
}

/** 32 heads, some keys and certificates; more than a bundle has. */
const entriesMax = 256;

/** Null without one; a text says what is wrong with it. */
export function readLog(log: unknown): BundleLog | string | null {
  const part = readPart(log);
  if (part === null || typeof part === 'string') return part;
  const salt = isObject(log) ? log.salt : undefined;
  if (typeof salt !== 'string' || !/^[0-9a-f]{64}$/.test(salt)) return 'its log has no salt';
  return { ...part, salt };
}

export function readProofLog(log: unknown): ProofLog | string | null {
  const part = readPart(log);
  return part === null || typeof part === 'string' ? part : { ...part, salt: null };
}

function readPart(log: unknown): LogPart | string | null {
  if (log === undefined || log === null) return null;
  if (!isObject(log) || typeof log.origin !== 'string' || !Array.isArray(log.entries)) {
    return 'its log is none';
  }
  if (log.entries.length > entriesMax) return 'its log has too many entries';
  const entries = log.entries.map(readEntry);
  return entries.every((entry) => entry !== undefined)
    ? { origin: log.origin, entries }
    : 'an entry of its log is none';
}

function readEntry(given: unknown): LoggedEntry | undefined {
  if (!isObject(given) || typeof given.entry !== 'string') return undefined;
  if (given.proof !== null && typeof given.proof !== 'string') return undefined;
  const fields = readFields(given.entry);
  return fields && { text: given.entry, fields, proof: given.proof };
}

/** The fields of an entry in its one spelling. */
export function readFields(text: string): LogEntryFields | undefined {
  try {
    const fields: unknown = JSON.parse(text);
    return isFields(fields) && logEntryText(fields) === text ? fields : undefined;
  } catch {
    return undefined;
  }
}

type Test = (value: unknown) => boolean;
const isTime: Test = (value) =>
  typeof value === 'string' && /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,3})?Z$/.test(value);
const isChain: Test = (value) =>
  typeof value === 'string' && /^hmac-sha256:[0-9a-f]{64}$/.test(value);
const isCount: Test = (value) => Number.isSafeInteger(value) && Number(value) > 0;
const isThumbprint: Test = (value) => typeof value === 'string' && /^[\w-]{43}$/.test(value);

const forms: Readonly<Record<LogEntryFields['type'], Readonly<Record<string, Test>>>> = {
  chain: { chain: isChain, events: isCount, head: isHash, at: isTime },
  certificate: { certificate: isHash, at: isTime },
  erasure: { chain: isChain, at: isTime },
  key: { thumbprint: isThumbprint, at: isTime },
};

function isFields(value: unknown): value is LogEntryFields {
  if (!isObject(value) || value.v !== 1) return false;
  const [, form] = Object.entries(forms).find(([type]) => type === value.type) ?? [];
  return (
    form !== undefined &&
    Object.keys(value).length === Object.keys(form).length + 2 &&
    Object.entries(form).every(([name, test]) => test(value[name]))
  );
}

/** Faults where the log and the bundle differ about this chain and these certificates. */
export function contentFaults(
  { salt, entries }: BundleLog | ProofLog,
  subject: LogSubject,
): string[] {
  const chain = salt === null ? null : commitment(salt, subject.jobId);
  const events = subject.events.filter(isEvent);
  return entries.flatMap(({ fields }) => contentFault(fields, { ...subject, chain, events }) ?? []);
}

function contentFault(
  fields: LogEntryFields,
  {
    chain,
    events,
    certificates,
  }: LogSubject & { chain: string | null; events: readonly ChainEvent[] },
): string | undefined {
  if (fields.type === 'key') return undefined;
  if (fields.type === 'certificate') {
    return certificates.includes(fields.certificate)
      ? undefined
      : 'The log holds a certificate of this chain that is not here: it was replaced or left out.';
  }
  if (fields.chain !== chain) return 'An entry of the log is that of another chain.';
  if (fields.type === 'erasure') return undefined;
  const event = events[fields.events - 1];
  if (!event) {
    return `The log holds ${fields.events} events of this chain, here are ${events.length}: events were cut off.`;
  }
  return event.hash === fields.head && event.at === fields.at
    ? undefined
    : `The log holds another event ${fields.events} of this chain: it was rewritten.`;
}
