import { BadInput, CallFault, Refusal } from './refusal.ts';
import type { Reply } from './transport.ts';

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
