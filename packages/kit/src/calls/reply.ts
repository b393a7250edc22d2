import { BadInput, Refusal } from './refusal.ts';
import type { Reply } from './transport.ts';

/** A technical failure of a call: `unavailable` may pass and be retried, `internal` is a bug. */
export class CallFault extends Error {
  readonly kind: 'internal' | 'unavailable';
  constructor(kind: 'internal' | 'unavailable', message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'Fault';
    this.kind = kind;
  }
}

/** Returns the output of a reply, or throws its refusal, bad input or fault. */
export function unwrap(reply: Reply, action: string): unknown {
  if ('ok' in reply) return reply.ok;
  if ('refused' in reply) {
    const { code, detail, path, retry_after_seconds: retryAfterSeconds } = reply.refused;
    throw new Refusal(code, detail, {
      ...(path && { path }),
      ...(retryAfterSeconds !== undefined && { retryAfterSeconds }),
    });
  }
  if ('invalid' in reply) throw new BadInput(reply.invalid);
  throw new CallFault(reply.fault, `${action}: ${reply.fault}`);
}
