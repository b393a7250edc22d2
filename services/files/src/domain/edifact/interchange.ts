/**
 * Interchange: UNB … UNZ around messages UNH … UNT (ISO 9735, syntax versions 3 and 4). Counts and
 * references of both envelopes are checked; functional groups are refused.
 */
import { cutOff, type FileFault, isFault, type MessageFault, malformed } from './faults.ts';
import { type EdifactSegment, readSegments } from './segments.ts';
import { plainNumber } from './service-characters.ts';

/** Envelope of an interchange: sender and recipient; an answer swaps them. */
export interface InterchangeEnvelope {
  /** Identification, qualifier, … (S002, S003). */
  sender: readonly string[];
  recipient: readonly string[];
  reference: string;
}

export interface EdifactMessage {
  /** Place in the interchange, from 1. */
  ordinal: number;
  /** `IFTMIN:D:96A:UN`, without the association's own code. */
  type: string;
  /** Segments without UNH and UNT. */
  segments: readonly EdifactSegment[];
  faults: readonly MessageFault[];
}

export type InterchangePart =
  | { envelope: InterchangeEnvelope }
  | { content: EdifactMessage }
  | FileFault;

const segmentsMax = 100;

interface OpenMessage {
  reference: string;
  type: string;
  segments: EdifactSegment[];
  /** UNH included. */
  count: number;
}

interface InterchangeState {
  envelope?: InterchangeEnvelope;
  open: OpenMessage | undefined;
  messages: number;
  references: Set<string>;
  isClosed: boolean;
}

/** Envelope first, then message by message; ends with the first fault of the whole. */
export function* readInterchange(bytes: Uint8Array): Generator<InterchangePart> {
  const progress: InterchangeState = {
    open: undefined,
    messages: 0,
    references: new Set(),
    isClosed: false,
  };
  for (const segment of readSegments(bytes)) {
    const part = isFault(segment) ? segment : applySegment(progress, segment);
    if (!part) continue;
    yield part;
    if (isFault(part)) return;
  }
  if (!progress.isClosed) yield cutOff('UNZ', 'UNZ is missing: the file is cut off (13)');
}

function applySegment(
  progress: InterchangeState,
  segment: EdifactSegment,
): InterchangePart | undefined {
  if (progress.isClosed) return malformed(segment.tag, 'Something follows UNZ (33)');
  if (!progress.envelope) return openInterchange(progress, segment);
  switch (segment.tag) {
    case 'UNH':
      return openMessage(progress, segment);
    case 'UNT':
      return closeMessage(progress, segment);
    case 'UNZ':
      return closeInterchange(progress, segment);
    default: {
      const { open } = progress;
      if (!open) return malformed(segment.tag, 'A segment outside of a message (33)');
      open.count += 1;
      if (open.count <= segmentsMax) open.segments.push(segment);
      return undefined;
    }
  }
}

/** No row of an interchange that is marked as a test is booked. */
function openInterchange(progress: InterchangeState, segment: EdifactSegment): InterchangePart {
  if (segment.tag !== 'UNB') return malformed('UNB', 'An interchange begins with UNB (13)');
  const reference = textAt(segment, 4);
  if (reference === '') return malformed('UNB', 'UNB has no control reference (13)');
  if (textAt(segment, 10) !== '') return malformed('UNB', 'The test indicator is set (25)');
  const [, sender = [], recipient = []] = segment.elements;
  const envelope = { sender, recipient, reference };
  progress.envelope = envelope;
  return { envelope };
}

function openMessage(progress: InterchangeState, segment: EdifactSegment): FileFault | undefined {
  if (progress.open) return unclosed;
  progress.messages += 1;
  const type = (segment.elements[1] ?? []).slice(0, 4).join(':');
  progress.open = { reference: textAt(segment, 0), type, segments: [], count: 1 };
  return undefined;
}

function closeMessage(progress: InterchangeState, segment: EdifactSegment): InterchangePart {
  const { open, references, messages: ordinal } = progress;
  if (!open) return malformed('UNT', 'UNT outside of a message (33)');
  const { reference, type, segments } = open;
  const faults = trailerFaults(segment, open);
  if (references.has(reference)) {
    const message = 'An earlier message of the interchange has this reference (26)';
    faults.push({ column: 'UNH', code: 'duplicate_reference', message });
  }
  references.add(reference);
  progress.open = undefined;
  return { content: { ordinal, type, segments, faults } };
}

function closeInterchange(
  progress: InterchangeState,
  segment: EdifactSegment,
): FileFault | undefined {
  const { envelope, open, messages } = progress;
  if (open) return unclosed;
  progress.isClosed = true;
  if (!counts(segment, messages)) {
    return malformed('UNZ', `UNZ counts otherwise: there are ${messages} messages (29)`);
  }
  if (textAt(segment, 1) !== envelope?.reference) {
    return malformed('UNZ', 'The references of UNB and UNZ differ (28)');
  }
  return messages === 0 ? malformed('UNZ', 'No message in the interchange (32)') : undefined;
}

/** 0036 and 0074 are integers: `02` is 2. */
const counts = (trailer: EdifactSegment, n: number): boolean => numberAt(trailer, 0) === `${n}`;

const unclosed = malformed('UNT', 'A message has no UNT (13)');

function trailerFaults(trailer: EdifactSegment, { reference, count }: OpenMessage): MessageFault[] {
  const faults: MessageFault[] = [];
  const counted = count + 1;
  if (!counts(trailer, counted)) {
    const message = `UNT counts otherwise: the message has ${counted} segments (29)`;
    faults.push({ column: 'UNT', code: 'control_count', message });
  }
  if (reference === '' || textAt(trailer, 1) !== reference) {
    const message = 'The references of UNH and UNT differ or are missing (28)';
    faults.push({ column: 'UNT', code: 'control_reference', message });
  }
  if (counted > segmentsMax) {
    const message = `More than ${segmentsMax} segments (35)`;
    faults.push({ column: 'UNH', code: 'too_many_segments', message });
  }
  return faults;
}

/** The same where the directory has a number: without what does not count in it. */
export const numberAt = (segment: EdifactSegment, element: number, component = 0): string =>
  plainNumber(textAt(segment, element, component), segment.decimal);

/** A component of an element, both from 0; empty where the sender left it out. */
export const textAt = ({ elements }: EdifactSegment, element: number, component = 0): string =>
  (elements[element]?.[component] ?? '').trim();
