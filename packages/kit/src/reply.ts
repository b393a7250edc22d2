import { Refusal } from './refusal.ts';
import type { Issue, Reply } from './transport.ts';

/** A callee failed for a reason that is nobody's decision. `unavailable` may pass, `internal` is a bug. */
export class Fault extends Error {
  readonly kind: 'internal' | 'unavailable';
  constructor(kind: 'internal' | 'unavailable', message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'Fault';
    this.kind = kind;
  }
}

/** The input did not fit the contract. */
export class BadInput extends Error {
  readonly issues: Issue[];
  constructor(issues: Issue[]) {
    super(`bad input: ${issues.map((i) => `${i.path.join('.')} ${i.code}`).join(', ')}`);
    this.name = 'BadInput';
    this.issues = issues;
  }
}

/** The output of a reply, or the error it stands for. */
export function unwrap(reply: Reply, action: string): unknown {
  if ('ok' in reply) return reply.ok;
  if ('refused' in reply) throw new Refusal(reply.refused.code, reply.refused.detail);
  if ('invalid' in reply) throw new BadInput(reply.invalid);
  throw new Fault(reply.fault, `${action}: ${reply.fault}`);
}
