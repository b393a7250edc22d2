/**
 * Interchange: UNB … UNZ around messages UNH … UNT (ISO 9735, syntax versions 3 and 4). Counts and
 * references of both envelopes are checked; functional groups are not taken.
 */
import { type FileFault, isFault, type MessageFault, malformed } from './faults.ts';
import { createSplitter, type Segment } from './splitter.ts';

/** Who sent what to whom; an answer turns sender and recipient round. */
export interface Envelope {
  sender: string;
  recipient: string;
  reference: string;
}

export interface Message {
  /** Place in the interchange, from 1. */
  ordinal: number;
  /** `IFTMIN:D:96A:UN`, without the association's own code. */
  type: string;
  /** Without UNH and UNT. */
  segments: readonly Segment[];
  faults: readonly MessageFault[];
}

export type Part = { envelope: Envelope } | { message: Message } | { fault: FileFault };

export interface InterchangeReader {
  write(bytes: Uint8Array): Part[];
  end(): Part[];
}

const segmentsMax = 100;

interface Open {
  reference: string;
  type: string;
  segments: Segment[];
  /** UNH included. */
  count: number;
}

export function createInterchangeReader(): InterchangeReader {
  const splitter = createSplitter();
  const references = new Set<string>();
  let envelope: Envelope | undefined;
  let open: Open | undefined;
  let messages = 0;
  let isClosed = false;
  let isBroken = false;

  const openMessage = (segment: Segment): FileFault | undefined => {
    if (open) return malformed('UNT', `Message ${messages} has no UNT (13)`);
    messages += 1;
    const type = (segment.elements[1] ?? []).slice(0, 4).join(':');
    open = { reference: valueOf(segment, 0), type, segments: [], count: 1 };
    return undefined;
  };
  const closeMessage = (segment: Segment): Message | FileFault => {
    if (!open) return malformed('UNT', 'UNT outside of a message (33)');
    const faults = trailerFaults(segment, open);
    if (references.has(open.reference)) {
      const message = `Reference ${open.reference} occurs before in this interchange (26)`;
      faults.push({ column: 'UNH', code: 'duplicate_reference', message });
    }
    references.add(open.reference);
    const { type, segments } = open;
    open = undefined;
    return { ordinal: messages, type, segments, faults };
  };
  const closeInterchange = (segment: Segment): FileFault | undefined => {
    if (open) return malformed('UNT', `Message ${messages} has no UNT (13)`);
    isClosed = true;
    if (valueOf(segment, 0) !== `${messages}`) {
      return malformed('UNZ', `UNZ counts otherwise; there are ${messages} messages (29)`);
    }
    if (valueOf(segment, 1) !== envelope?.reference) {
      return malformed('UNZ', 'The references of UNB and UNZ differ (28)');
    }
    return messages === 0 ? malformed('UNZ', 'No message in the interchange (32)') : undefined;
  };
  const take = (segment: Segment): Part | FileFault | undefined => {
    if (isClosed) return malformed(segment.tag, 'Something follows UNZ (33)');
    if (!envelope) {
      const read = readEnvelope(segment);
      if (isFault(read)) return read;
      envelope = read;
      return { envelope };
    }
    switch (segment.tag) {
      case 'UNH':
        return openMessage(segment);
      case 'UNT': {
        const message = closeMessage(segment);
        return isFault(message) ? message : { message };
      }
      case 'UNZ':
        return closeInterchange(segment);
      default:
        if (!open) return malformed(segment.tag, `${segment.tag} outside of a message (33)`);
        open.count += 1;
        if (open.count <= segmentsMax) open.segments.push(segment);
        return undefined;
    }
  };
  const fail = (fault: FileFault): Part => {
    isBroken = true;
    return { fault };
  };
  return {
    write: (bytes) => {
      const parts: Part[] = [];
      for (const segment of isBroken ? [] : splitter.write(bytes)) {
        const part = isFault(segment) ? segment : take(segment);
        if (!part) continue;
        parts.push('code' in part ? fail(part) : part);
        if (isBroken) break;
      }
      return parts;
    },
    end: () => {
      if (isBroken) return [];
      const cutOff = isClosed ? undefined : malformed('UNZ', 'UNZ is missing (13)');
      const fault = splitter.end() ?? cutOff;
      return fault ? [fail(fault)] : [];
    },
  };
}

/** A component of an element, both from 0; empty where the sender left it out. */
export const valueOf = ({ elements }: Segment, element: number, component = 0): string =>
  (elements[element]?.[component] ?? '').trim();

/** An interchange that is marked as a test books nothing. */
function readEnvelope(segment: Segment): Envelope | FileFault {
  if (segment.tag !== 'UNB') return malformed('UNB', 'An interchange begins with UNB (13)');
  const reference = valueOf(segment, 4);
  if (reference === '') return malformed('UNB', 'UNB has no control reference (13)');
  const isTest = valueOf(segment, 10) !== '';
  if (isTest) return malformed('UNB', 'The test indicator is set (25)');
  return { sender: valueOf(segment, 1), recipient: valueOf(segment, 2), reference };
}

function trailerFaults(trailer: Segment, { reference, count }: Open): MessageFault[] {
  const faults: MessageFault[] = [];
  const counted = count + 1;
  if (valueOf(trailer, 0) !== `${counted}`) {
    const message = `UNT counts otherwise; the message has ${counted} segments (29)`;
    faults.push({ column: 'UNT', code: 'control_count', message });
  }
  if (reference === '' || valueOf(trailer, 1) !== reference) {
    const message = 'The references of UNH and UNT differ or are missing (28)';
    faults.push({ column: 'UNT', code: 'control_reference', message });
  }
  if (counted > segmentsMax) {
    const message = `More than ${segmentsMax} segments (35)`;
    faults.push({ column: 'UNH', code: 'too_many_segments', message });
  }
  return faults;
}
