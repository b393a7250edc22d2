/**
 * Decodes messages of the bus. A message that is not an envelope (not JSON, `null`, a missing
 * field) is rejected as text and acknowledged; no reaction receives it.
 */
import { type Envelope, withCurrentNames } from '@svc/contracts';
import type { BusDelivery, ConsumerOptions } from './bus.ts';

export interface RawMessage extends Omit<BusDelivery, 'envelope'> {
  text: string;
  /** Number of the message in the stream. */
  sequence: number;
  /** Trace context, if the bus carries it in a header next to the text. */
  traceparent?: string | undefined;
}

export interface DecodedMessage extends RawMessage {
  /** Undefined for a message that is not an envelope. */
  envelope: Envelope | undefined;
}

export function decoded(message: RawMessage): DecodedMessage {
  const envelope = decodeEnvelope(message.text);
  const traceparent = message.traceparent || envelope?.traceparent;
  return { ...message, envelope: envelope && { ...envelope, traceparent } };
}

/** Redelivery delay of a rejected message that could not be stored, ms. */
const retryRejectMs = 30_000;

type Handlers = Pick<ConsumerOptions, 'handle' | 'reject'>;

/** Passes the envelopes on as one batch and rejects the other messages. */
export async function handleDecoded(
  messages: readonly DecodedMessage[],
  { handle, reject }: Handlers,
): Promise<void> {
  const deliveries: BusDelivery[] = [];
  const rejected: RawMessage[] = [];
  for (const message of messages) {
    const { envelope } = message;
    if (envelope) deliveries.push({ ...message, envelope });
    else rejected.push(message);
  }
  await Promise.all([
    deliveries.length > 0 ? handle(deliveries) : undefined,
    ...rejected.map((message) => rejectOne(message, reject)),
  ]);
}

async function rejectOne(message: RawMessage, reject: Handlers['reject']): Promise<void> {
  try {
    await reject(message);
    await message.ack();
  } catch {
    // Delivered again after the ack deadline if this fails too.
    await message.nak(retryRejectMs).catch(() => undefined);
  }
}

function decodeEnvelope(text: string): Envelope | undefined {
  try {
    const value = withCurrentNames(JSON.parse(text));
    return isEnvelope(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

/** Hand-written check of the envelope: every message of every consumer passes here. */
function isEnvelope(value: unknown): value is Envelope {
  if (!isObject(value)) return false;
  const { id, producer, type, tenant_id, job_id, created_at, sequence, series = 0 } = value;
  return (
    [id, producer, type].every((text) => typeof text === 'string' && text !== '') &&
    [tenant_id, job_id, created_at].every((text) => typeof text === 'string') &&
    [sequence, series].every((n) => Number.isSafeInteger(n) && Number(n) >= 0) &&
    isObject(value.data) &&
    isObject(value.internals)
  );
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
