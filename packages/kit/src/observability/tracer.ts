/** Spans: exported over OTLP where SVC_TRACES_URL is set; else they only carry the context on. */
import type { SpanParts, Tracer, TracerOptions, TraceSpan } from './span.ts';
import { currentTraceparent, withTraceparent } from './trace-context.ts';
import { newTraceparent } from './traceparent.ts';

export type { SpanParts, Tracer, TraceSpan } from './span.ts';

const nothing = () => undefined;

/** Tracer that records no spans. */
export const noTracer: Tracer = {
  start: ({ parent }) => ({
    traceparent: parent ?? currentTraceparent() ?? newTraceparent(),
    end: nothing,
  }),
  stop: async () => undefined,
};

/** The SDK is imported only where it is used. */
export async function createTracer({ url, ...options }: TracerOptions): Promise<Tracer> {
  if (url === undefined) return noTracer;
  const { otlpTracer } = await import('./otlp-tracer.ts');
  return otlpTracer({ url, ...options });
}

/** Runs work in a span; the span has failed if the work throws. */
export function inSpan<T>(
  tracer: Tracer,
  parts: SpanParts,
  work: (span: TraceSpan) => Promise<T>,
): Promise<T> {
  if (tracer !== noTracer) return recorded(tracer.start(parts), work);
  // No exporter records its end: awaiting it would be most of what tracing costs where it is off.
  // Nor is a context entered again in which the code runs already.
  const current = currentTraceparent();
  const traceparent = parts.parent ?? current ?? newTraceparent();
  const span = { traceparent, end: nothing };
  return traceparent === current ? work(span) : withTraceparent(traceparent, () => work(span));
}

async function recorded<T>(span: TraceSpan, work: (span: TraceSpan) => Promise<T>): Promise<T> {
  try {
    const result = await withTraceparent(span.traceparent, () => work(span));
    span.end();
    return result;
  } catch (error) {
    span.end({ failed: true });
    throw error;
  }
}
