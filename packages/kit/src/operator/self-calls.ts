/**
 * Self-calls: every few seconds a process calls its own roles through NATS, as others call them. A
 * standing link does not show that calls arrive: NATS may hand them to a connection that is not
 * read. A call to another role would also fail for that role's faults.
 */

import type { Transport } from '../calls/transport.ts';
import type { Logger } from '../observability/log.ts';
import { pollLoop } from '../values/poll-loop.ts';

/** Input of `readStatus` that asks only for a reply, so that it depends on no other server. */
const selfCall = { only: 'an answer' };

export const isSelfCall = (input: unknown): boolean =>
  typeof input === 'object' && input !== null && 'only' in input && input.only === selfCall.only;

const everyMs = 3_000;
const silenceMs = 30_000;

export interface SelfCalls {
  /** Whether the last ones got a reply; they take 8 s at most. */
  answered(): boolean;
  stop(): Promise<void>;
}

interface SelfCallsOptions {
  roles: readonly string[];
  log: Logger;
  /** Called if replies, after a first one, stay out for 30 s of a standing link. */
  onSilence?: ((log: Logger) => void) | undefined;
}

/** Resolves after the first ones. */
export async function startSelfCalls(
  transport: Pick<Transport, 'call' | 'connected'>,
  { roles, log, onSilence }: SelfCallsOptions,
): Promise<SelfCalls> {
  let isAnswered = false;
  let spokenAt: number | undefined;
  const first = Promise.withResolvers<void>();
  const call = (role: string) =>
    transport.call(role, 'readStatus', selfCall, { tenant: '', actor: role, requestId: 'self' });
  const pass = async () => {
    const replies = await Promise.all(roles.map(call));
    isAnswered = replies.every((reply) => 'ok' in reply);
    const now = performance.now();
    // Silence does not count while the link is down: a new process would fare no better.
    if (isAnswered || (spokenAt !== undefined && !transport.connected())) spokenAt = now;
    else if (spokenAt !== undefined && now - spokenAt >= silenceMs) onSilence?.(log);
    first.resolve();
    return false;
  };
  const loop = pollLoop({ idleMs: everyMs, pass }, { name: 'self-calls', log });
  await first.promise;
  return { answered: () => isAnswered, stop: loop.stop };
}

/** Ends the process: its supervisor starts a new one, with new connections. */
export function endUnheard(log: Logger): void {
  log.fatal('nats: connected, but calls of this process to itself had no answer for 30 s: ending');
  process.exit(1);
}
