/** Interfaces of a tracer and its spans. */

export type SpanAttributes = Readonly<Record<string, string | number>>;

export interface SpanParts {
  name: string;
  kind: 'server' | 'client' | 'producer' | 'consumer' | 'internal';
  /** A `traceparent`; by default the current context, else the span begins a trace. */
  parent?: string | undefined;
  attributes?: SpanAttributes;
}

export interface SpanEnd {
  /** Name, if it is known only at the end. */
  name?: string;
  attributes?: SpanAttributes;
  failed?: boolean;
}

export interface TraceSpan {
  /** The context of what happens inside. */
  traceparent: string;
  end(result?: SpanEnd): void;
}

export interface Tracer {
  start(parts: SpanParts): TraceSpan;
  /** Exports what is left. */
  stop(): Promise<void>;
}

export interface TracerOptions {
  /**
   * Address of an OTLP/HTTP receiver, e.g. `http://collector:4318/v1/traces`; recording is off
   * without it.
   */
  url?: string | undefined;
  /** Share of the traces that are recorded; decided by their ids, so alike in every process. */
  ratio: number;
  /** The process, as traces name it. */
  service: string;
  environment: string;
}
