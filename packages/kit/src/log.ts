import { type DestinationStream, type Logger, pino } from 'pino';

/** Keys whose values never reach a log line, two levels deep. */
const secretKeys = [
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
];

export function createLogger(
  options: { name: string; level?: string },
  destination?: DestinationStream,
): Logger {
  const paths = secretKeys.flatMap((key) => [`["${key}"]`, `*["${key}"]`, `*.*["${key}"]`]);
  return pino(
    {
      name: options.name,
      level: options.level ?? 'info',
      redact: { paths, censor: '[redacted]' },
      // pg errors carry row values in `detail` and `where`, and bound parameters in `parameters`.
      serializers: { err: (error: unknown) => describeError(error) },
    },
    destination ?? pino.destination({ fd: 1, sync: false }),
  );
}

/** What may be told of an error: never the values it was about. */
export function describeError(error: unknown): Record<string, unknown> {
  if (!(error instanceof Error)) return { message: String(error) };
  const { name, message, stack } = error;
  const code = 'code' in error ? error.code : undefined;
  const constraint = 'constraint' in error ? error.constraint : undefined;
  const cause = error.cause === undefined ? undefined : describeError(error.cause);
  return { name, message, code, constraint, stack, cause };
}

export type { Logger };
