/** How operations are called: the types that the generated interface of the client is made of. */

/** Options of one call. */
export interface CallOptions {
  /** Ends the call at once, whether an attempt or a wait is under way. */
  signal?: AbortSignal;
  /** Milliseconds of one attempt, instead of the client's `timeoutMs`; 0 for no end. */
  timeout?: number;
  /** Instead of the client's `retries` and `retryDelayMs`. */
  retry?: { retries?: number; retryDelay?: number };
  /** Makes a repetition of this call by your own program safe; one is made for each call otherwise. */
  idempotencyKey?: string;
  headers?: Record<string, string>;
}

/** Options of a stream of events. */
export interface StreamOptions extends Omit<CallOptions, 'timeout' | 'idempotencyKey'> {
  /** Whether to connect again, after the last event, when the connection breaks; true by default. */
  reconnect?: boolean;
}

/** A message of an event stream. */
export interface ServerSentEvent {
  event?: string;
  data: string;
  id?: string;
  /** Milliseconds that the server asks for before the next connection. */
  retry?: number;
}

export type Bytes = Blob | ArrayBuffer | Uint8Array<ArrayBuffer> | ReadableStream;

/** The same operation with its body as bytes. */
export type WithBytes<Data> = Omit<Data, 'body'> & { body: Bytes };

type Args<Data> = Omit<Data, 'url'>;

/** An operation; its arguments may be left out where none is required. */
export type Call<Data, Responses> =
  Record<never, never> extends Args<Data>
    ? (args?: Args<Data>, options?: CallOptions) => Promise<Responses[keyof Responses]>
    : (args: Args<Data>, options?: CallOptions) => Promise<Responses[keyof Responses]>;

/** An operation that is answered by an event stream. */
export type Stream<Data> = (
  args?: Args<Data>,
  options?: StreamOptions,
) => AsyncGenerator<ServerSentEvent, void>;
