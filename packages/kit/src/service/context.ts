/** Contexts of handlers: what each kind of handler is given. */
import type { Contract, DataOf, EventType, InternalsOf } from '@svc/contracts';
import type { Kysely } from 'kysely';
import type { RecordChange } from '../audit/change-record.ts';
import type { Clients, Contracts } from '../calls/client.ts';
import type { Logger } from '../observability/log.ts';
import type { Metrics } from '../observability/metrics.ts';
import type { Enqueue } from './task.ts';

/** Context of every handler. `tenant` limits the data that it may read and write. */
export interface Ambient<Config> {
  tenant: string;
  /** The caller: a client id, or the name of a schedule or reaction. */
  actor: string;
  requestId: string;
  now: Date;
  config: Config;
  log: Logger;
  metrics: Metrics;
  /** Trace context, for what is sent on later. */
  traceparent: string | undefined;
}

/** For queries and for `gather`: `db` is read-only, `clients` call other services. */
export interface ReadContext<Tables, Config, Calls extends Contracts> extends Ambient<Config> {
  db: Kysely<Tables>;
  clients: Clients<Calls>;
}

/** `db` is the transaction; `emit` adds an event to its outbox. No remote call is possible. */
export interface WriteContext<Tables, Config, C extends Contract> extends Ambient<Config> {
  db: Kysely<Tables>;
  emit: Emit<C>;
  /** Adds a durable task to the transaction (`task.ts`). */
  enqueue: Enqueue;
  /** After the commit, wakes the worker of this name in this process; others find work by polling. */
  wake(worker: string): void;
  /**
   * Broadcast to every process once the transaction has committed; at most once, see Transport. A
   * caller repeats a command whose hint was lost; what a reaction or worker hints at must also be polled.
   */
  hint(topic: string, payload: unknown): void;
}

/** Context of a command: a caller may be a person, whose changes are recorded. */
export interface CommandContext<Tables, Config, C extends Contract>
  extends WriteContext<Tables, Config, C> {
  recordChange: RecordChange;
}

export type Emit<C extends Contract> = <T extends keyof C['events'] & string>(
  type: T,
  data: DataOf<EventOf<C, T>>,
  internals: InternalsOf<EventOf<C, T>>,
  options?: EmitOptions,
) => void;

export interface EmitOptions {
  /** The job the event belongs to; absent for events without a job. */
  jobId?: string;
  /** Defaults to the handler's tenant. */
  tenant?: string;
}

export type EventOf<C extends Contract, T> = C['events'][T & keyof C['events']] & EventType;
