/**
 * Trace context (W3C): which trace the running code belongs to. It is always there, whether spans are
 * exported or not: log lines name it, and calls, outbox rows, tasks and webhooks carry it on.
 */
import { AsyncLocalStorage } from 'node:async_hooks';

const current = new AsyncLocalStorage<string>();

export const currentTraceparent = (): string | undefined => current.getStore();

/** Runs work, and all that it awaits, in this context. */
export const withTraceparent = <T>(traceparent: string, work: () => T): T =>
  current.run(traceparent, work);
