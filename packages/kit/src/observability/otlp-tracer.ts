/** The OpenTelemetry SDK as a tracer: samples by trace id, exports in batches over OTLP/HTTP. */
import { ROOT_CONTEXT, SpanKind, SpanStatusCode, TraceFlags, trace } from '@opentelemetry/api';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { resourceFromAttributes } from '@opentelemetry/resources';
import {
  BatchSpanProcessor,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace';
import type { Tracer, TracerOptions } from './span.ts';
import { currentTraceparent } from './trace-context.ts';
import { traceIdOf } from './traceparent.ts';

/**
 * Pause between exports, ms; a full batch is sent immediately. Spans that a receiver does not
 * accept in time are dropped.
 */
const exportPauseMs = 1_000;
const exportTimeoutMs = 5_000;

const kinds = {
  internal: SpanKind.INTERNAL,
  server: SpanKind.SERVER,
  client: SpanKind.CLIENT,
  producer: SpanKind.PRODUCER,
  consumer: SpanKind.CONSUMER,
} as const;

export function otlpTracer(options: TracerOptions & { url: string }): Tracer {
  const { url, ratio, service, environment } = options;
  const exporter = new OTLPTraceExporter({ url, timeoutMillis: exportTimeoutMs });
  const provider = new TracerProvider({
    resource: resourceFromAttributes({
      'service.name': service,
      'deployment.environment.name': environment,
    }),
    // Not by the parent's flag: a client of the API could have everything recorded.
    sampler: new TraceIdRatioBasedSampler(ratio),
    spanProcessors: [new BatchSpanProcessor({ exporter, scheduledDelayMillis: exportPauseMs })],
  });
  const tracer = provider.getTracer('@svc/kit');
  return {
    start: ({ name, kind, parent = currentTraceparent(), attributes = {} }) => {
      const within = parent ? trace.setSpanContext(ROOT_CONTEXT, remote(parent)) : ROOT_CONTEXT;
      const span = tracer.startSpan(name, { kind: kinds[kind], attributes }, within);
      const { traceId, spanId, traceFlags } = span.spanContext();
      const flags = traceFlags.toString(16).padStart(2, '0');
      return {
        traceparent: `00-${traceId}-${spanId}-${flags}`,
        end: ({ name: finalName, attributes: more = {}, failed } = {}) => {
          if (finalName) span.updateName(finalName);
          span.setAttributes(more);
          if (failed) span.setStatus({ code: SpanStatusCode.ERROR });
          span.end();
        },
      };
    },
    stop: () => provider.shutdown(),
  };
}

const remote = (traceparent: string) => ({
  traceId: traceIdOf(traceparent),
  spanId: traceparent.slice(36, 52),
  traceFlags: traceparent.endsWith('1') ? TraceFlags.SAMPLED : TraceFlags.NONE,
  isRemote: true,
});
