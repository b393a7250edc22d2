/**
 * Free texts of a chain: each must match the commitment of its event, which is salted and binds the
 * chain to a text that it does not hold.
 */
import { hmac } from '@noble/hashes/hmac.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { hexToBytes } from '@noble/hashes/utils.js';
import { toHex, utf8 } from '../log/bytes.ts';
import { isEvent, isObject } from './event-format.ts';

/** HMAC-SHA-256 under the salt's bytes, of the text in normal form C. */
export const commitment = (salt: string, text: string): string =>
  `hmac-sha256:${toHex(hmac(sha256, hexToBytes(salt), utf8(text.normalize('NFC'))))}`;

/** Members of events whose text is stored outside the chain, with a commitment in `details`. */
const members = ['note', 'location'] as const;

export interface TextCounts {
  /** Texts that are those the chain has committed to. */
  checked: number;
  /** Commitments without a text: it was erased, or withheld from the bundle. */
  absent: number;
  /** Texts that differ from their commitment, or have none. */
  faulty: number;
}

export function checkTexts(events: readonly unknown[], texts: readonly unknown[]) {
  const open = new Map(events.filter(isEvent).flatMap(commitmentsOf));
  const all = open.size;
  const faults: string[] = [];
  for (const text of texts) {
    const fault = isText(text) ? textFault(text, open) : 'A text is not what it must be.';
    if (fault) faults.push(fault);
  }
  const counts = { checked: all - open.size, absent: open.size, faulty: faults.length };
  return { faults, texts: counts satisfies TextCounts };
}

interface Text {
  seq: number;
  member: string;
  text: string;
  salt: string;
}

/** Each commitment is opened once; `open` holds those that are still closed. */
function textFault({ seq, member, text, salt }: Text, open: Map<string, string>) {
  const key = `${seq} ${member}`;
  const committed = open.get(key);
  if (committed === undefined) return `Event ${seq}: the chain has committed to no such ${member}.`;
  open.delete(key);
  return commitment(salt, text) === committed
    ? undefined
    : `Event ${seq}: its ${member} is not the one that the chain has committed to.`;
}

const commitmentsOf = ({ seq, details }: { seq: number; details: object | null }) =>
  members.flatMap((member): [string, string][] => {
    const committed = Object.entries(details ?? {}).find(
      ([name]) => name === `${member}_commitment`,
    );
    return committed ? [[`${seq} ${member}`, String(committed[1])]] : [];
  });

/** A salt has one length: HMAC pads shorter keys, so that two of them could open one commitment. */
const isText = (value: unknown): value is Text =>
  isObject(value) &&
  Object.keys(value).length === 4 &&
  Number.isSafeInteger(value.seq) &&
  members.some((member) => member === value.member) &&
  typeof value.text === 'string' &&
  value.text.isWellFormed() &&
  typeof value.salt === 'string' &&
  /^[0-9a-f]{64}$/.test(value.salt);
