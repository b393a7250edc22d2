/** The header `traceparent` of W3C trace context: read, made, and the trace id in it. */
import { randomFillSync } from 'node:crypto';

/** Version 00, and what a later version has in common with it. Ids of zeros are invalid. */
const form = /^(?!ff)[0-9a-f]{2}-(?!0{32})[0-9a-f]{32}-(?!0{16})[0-9a-f]{16}-[0-9a-f]{2}(?=$|-)/;

/** A received `traceparent`, in version 00; undefined if it is malformed. */
export function readTraceparent(received: unknown): string | undefined {
  if (typeof received !== 'string') return undefined;
  const [found] = form.exec(received) ?? [];
  if (found === received && found.startsWith('00')) return received;
  return found && `00${found.slice(2)}`;
}

/** A page of random bytes: one call into the kernel per id would show in a profile. */
const page = Buffer.alloc(24 * 128);
let used = page.length;

/** The root of a trace that is not recorded. */
export function newTraceparent(): string {
  if (used === page.length) {
    randomFillSync(page);
    used = 0;
  }
  const ids = page.toString('hex', used, used + 24);
  used += 24;
  return `00-${ids.slice(0, 32)}-${ids.slice(32)}-00`;
}

export const traceIdOf = (traceparent: string): string => traceparent.slice(3, 35);
