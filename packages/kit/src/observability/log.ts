import { type DestinationStream, type Logger, pino } from 'pino';
import { currentTraceparent } from './trace-context.ts';
import { traceIdOf } from './traceparent.ts';

/** Keys whose values never reach a log line, at any depth that is looked at. */
const secretKeys = new Set([
  'authorization',
  'cookie',
  'x-api-key',
  'password',
  'secret',
  'client_secret',
  'api_key',
  'access_token',
  'token',
  'recipient',
  'email',
  'position',
  'lat',
  'lng',
  'handover_code',
]);
const depthMax = 4;

/** Cheaper per line than pino's path-based redaction with wildcards, and at every depth. */
function redact(fields: object, depth = 0): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(fields).map(([key, value]) => {
      if (secretKeys.has(key.toLowerCase())) return [key, '[redacted]'];
      if (typeof value !== 'object' || value === null || value instanceof Error)
        return [key, value];
      if (depth >= depthMax) return [key, '[deep]'];
      const inner = redact(value, depth + 1);
      return [key, Array.isArray(value) ? Object.values(inner) : inner];
    }),
  );
}

/** Lines are written together: when there are this many bytes of them, or so long after the first. */
const flushBytes = 12_288;
const flushMs = 100;

export function createLogger(
  options: { name: string; level?: string },
  destination: DestinationStream = buffered(),
): Logger {
  return pino(
    {
      name: options.name,
      level: options.level ?? 'info',
      mixin: () => {
        const traceparent = currentTraceparent();
        return traceparent ? { trace_id: traceIdOf(traceparent) } : {};
      },
      formatters: { log: (fields) => redact(fields) },
      // pg errors carry row values in `detail` and `where`, and bound parameters in `parameters`.
      serializers: { err: (error: unknown) => describeError(error) },
    },
    destination,
  );
}

function buffered(): DestinationStream {
  const stream = pino.destination({ fd: 1, sync: false, minLength: flushBytes });
  process.on('exit', () => stream.flushSync());
  let isScheduled = false;
  const flush = () => {
    isScheduled = false;
    stream.flush();
  };
  return {
    write: (line) => {
      stream.write(line);
      if (isScheduled) return;
      isScheduled = true;
      setTimeout(flush, flushMs).unref();
    },
  };
}

/** Fields of an error that may be logged: never the values that caused it. */
function describeError(error: unknown): Record<string, unknown> {
  if (!(error instanceof Error)) return { message: String(error) };
  const { name, message, stack } = error;
  const code = 'code' in error ? error.code : undefined;
  const constraint = 'constraint' in error ? error.constraint : undefined;
  const cause = error.cause === undefined ? undefined : describeError(error.cause);
  return { name, message, code, constraint, stack, cause };
}

export type { Logger };
