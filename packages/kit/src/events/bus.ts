/**
 * The event bus: one stream of events per producing service, read by named durable consumers.
 *
 * Terms
 * - **stream**: the events of one service, in the order they were published, kept for 7 days.
 * - **consumer**: a durable reader of one stream; each message is delivered to it at least once.
 * - **delivery**: one attempt to hand a message over; ends in `ack`, or in `nak` to have it
 *   redelivered after a delay, or in a redelivery when `ackWaitMs` has passed.
 */
import type { Envelope } from '@svc/contracts';

export interface BusDelivery {
  envelope: Envelope;
  /** Deliveries of this message so far, this one included. */
  count: number;
  ack(): Promise<void>;
  nak(delayMs: number): Promise<void>;
  /** Extends the ack deadline, so that a long handling is not redelivered meanwhile. */
  working(): void;
}

export interface ConsumerOptions {
  producer: string;
  /** Unique name; one position in the stream for all replicas. */
  consumer: string;
  /** Delivers these types only; others are acknowledged without a delivery. */
  types?: ReadonlySet<string>;
  /** How long a message waits for others of its batch, ms; a full batch starts immediately. */
  batchingDelayMs?: number;
  /**
   * Key of messages that must be handled one batch after the other, in stream order; unset: no
   * order.
   */
  lane?: (envelope: Envelope) => string | undefined;
  /** Receives waiting deliveries as a batch, in stream order. Must not throw. */
  handle: (deliveries: readonly BusDelivery[]) => Promise<void>;
  /** Receives a message that is not an envelope; it is acknowledged when this resolves. */
  reject: (message: Undecodable) => Promise<void>;
}

/** A message that is not an envelope, as text. */
export interface Undecodable {
  text: string;
  sequence: number;
}

export interface Subscription {
  /** Graceful stop: fetches no more, awaits running handlers, naks what has not started. */
  stop(): Promise<void>;
}

export interface StreamState {
  /** A different value means that the stream was created again. */
  identity: string;
  firstSequence: number;
  lastSequence: number;
  /** Numbers in between without a message. */
  missing: readonly number[];
}

/** A stream that refuses a message: at its limit, its account's or its server's, or out of disk. */
export class StreamFull extends Error {
  constructor(options?: ErrorOptions) {
    super('the stream is full', options);
    this.name = 'StreamFull';
  }
}

export interface Bus {
  /** Creates the stream of a producer, or updates it where its configuration differs. */
  assertStream(producer: string): Promise<void>;
  /**
   * Resolves with the message's number in the stream once it is stored. A second message with the
   * same id, by default the event's, is dropped, and resolves with the number of the first.
   * Rejects with `StreamFull` if there is no room for it.
   */
  publish(envelope: Envelope, messageId?: string): Promise<number>;
  subscribe(options: ConsumerOptions): Promise<Subscription>;
  streamState(producer: string): Promise<StreamState>;
  /** Lag of a consumer: messages that it has not acknowledged; undefined if it does not exist. */
  pending(producer: string, consumer: string): Promise<number | undefined>;
  /** The id of the message with this number, if the stream holds one. */
  messageId(producer: string, sequence: number): Promise<string | undefined>;
  /** Called when a lost connection is back. */
  onReconnect(handler: () => void): void;
  close(): Promise<void>;
}

/** Ack deadline, ms: unacknowledged deliveries are repeated after it. Chosen, not measured. */
export const ackWaitMs = 30_000;
/** Unacknowledged deliveries per consumer and process: full batches for all handlers together. */
export const deliveriesMax = 256;
/**
 * Events per consumer transaction. Bounds how long a reaction holds its locks: at most 64
 * handlings. A transaction per event costs too much; this number was not measured
 * (docs/architecture/events.md).
 */
export const batchMax = 64;
/** Concurrent transactions per consumer. Chosen, not measured. */
export const handlersMax = 4;
