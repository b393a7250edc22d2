/**
 * Self-calls: every few seconds a process calls its own roles through NATS, as others call them. That
 * the link stands does not show that calls arrive: NATS may hand them to a connection that nobody
 * reads. A call to another role would tell of that role's faults, too.
 */

import type { Transport } from '../calls/transport.ts';
import type { Logger } from '../observability/log.ts';
import { pollLoop } from '../values/poll-loop.ts';

/** Input of `readStatus` that asks for no more than an answer, so that it depends on nothing else. */
const selfCall = { only: 'an answer' };

export const isSelfCall = (input: unknown): boolean =>
  typeof input === 'object' && input !== null && 'only' in input && input.only === selfCall.only;

const everyMs = 3_000;
const silenceMs = 30_000;

export interface SelfCalls {
  /** Whether the last ones were answered; they take 8 s at most. */
  answered(): boolean;
  stop(): Promise<void>;
}

interface SelfCallsOptions {
  roles: readonly string[];
  log: Logger;
  /** They were answered once, and for 30 s of a standing link no more. */
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
    // While the link is away a new process would fare no better.
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
