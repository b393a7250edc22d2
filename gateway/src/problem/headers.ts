import type { IncomingMessage } from 'node:http';
import { badHeader, type Problem } from './problem.ts';

/** Two of these would let a proxy and us read different ones. */
const sensitive = new Set([
  'authorization',
  'x-api-key',
  'idempotency-key',
  'svc-sandbox-session',
  'content-type',
  'svc-timestamp',
  'svc-signature',
  'device-signature',
  'device-salt',
]);

/** A sensitive header sent twice, or an HTTP/1.1 request that names no host. */
export function headerFault(request: IncomingMessage): Problem | undefined {
  const twice = repeatedHeader(request.rawHeaders);
  if (twice !== undefined) return badHeader(twice, 'Send this header once.');
  if (request.headers.host === undefined && request.httpVersionMinor === 1) {
    return badHeader('host', 'An HTTP/1.1 request names its host.');
  }
  return undefined;
}

function repeatedHeader(rawHeaders: readonly string[]): string | undefined {
  let seen = '';
  for (let i = 0; i < rawHeaders.length; i += 2) {
    const name = rawHeaders[i] ?? '';
    // Shorter and longer names need no look-up: x-api-key is the shortest, the session the longest.
    if (name.length < 9 || name.length > 19) continue;
    const lower = name.toLowerCase();
    if (!sensitive.has(lower)) continue;
    if (seen.includes(`${lower},`)) return lower;
    seen += `${lower},`;
  }
  return undefined;
}

/** A header that Node joins when repeated; repeated ones never get this far. */
export const headerText = (value: string | string[] | undefined): string | undefined =>
  Array.isArray(value) ? value.join(', ') : value;
