/**
 * The event bus: one stream of facts per producing service, read by named durable consumers.
 *
 * Terms
 * - **stream**: what one service ever emitted (7 days of it), in the order it was published.
 * - **consumer**: a durable reader of one stream; each message is delivered to it at least once.
 * - **delivery**: one try to hand a message over; ends in `ack`, or in `nak` to get it again later.
 */
import type { Envelope } from '@svc/contracts';

export interface Delivery {
  envelope: Envelope;
  /** 1 the first time. */
  count: number;
  ack(): Promise<void>;
  nak(delayMs: number): Promise<void>;
  /** Keeps a long handling from being delivered again. */
  working(): void;
}

export interface ConsumerOptions {
  producer: string;
  /** Unique name; one position in the stream for all replicas. */
  consumer: string;
  /** Only these types; the others are answered for unseen. */
  types?: ReadonlySet<string>;
  /** Gets what waits, in its order. Must not throw. */
  handle: (deliveries: readonly Delivery[]) => Promise<void>;
}

export interface Subscription {
  /** Takes no further messages, lets running handlers finish, and gives back what has not begun. */
  stop(): Promise<void>;
}

export interface StreamState {
  /** When the stream was created: its identity. */
  created: string;
  lastSequence: number;
}

export interface Bus {
  /** Creates or updates the stream of a producer. */
  assertStream(producer: string): Promise<void>;
  /** Resolves with the message's number in the stream once it is stored; repeats are recognised by id. */
  publish(envelope: Envelope): Promise<number>;
  subscribe(options: ConsumerOptions): Promise<Subscription>;
  /** Tells a stream that was made anew, or lost its end, from the one we wrote to. */
  streamState(producer: string): Promise<StreamState>;
  /** After a lost link is back. */
  onReconnect(handler: () => void): void;
  close(): Promise<void>;
}

export const ackWaitMs = 30_000;
/** How many deliveries a consumer may hold unanswered. */
export const inFlightMax = 256;
/** How many it takes together, where they wait. */
export const togetherMax = 64;
/** How often that, at a time. */
export const handlersMax = 4;
