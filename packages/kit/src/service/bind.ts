/**
 * Typed builders of a service: actions, reactions and schedules, bound to its contract and tables.
 *
 * ```ts
 * // src/define.ts
 * export const { query, command, on, every } = bind<Tables, Config>()(jobs, { accounts, pricing });
 * // src/actions/cancel.ts
 * export const cancel = command('cancel', {
 *   handle: async ({ id, reason }, { db, tenant, now, emit }) => { … },
 * });
 * ```
 */
import type {
  Command,
  Contract,
  DataOf,
  Envelope,
  EventType,
  InputOf,
  InternalsOf,
  OutputOf,
  Query,
} from '@svc/contracts';
import type { Kysely } from 'kysely';
import type { z } from 'zod';
import type { Clients, Contracts } from '../calls/client.ts';
import type { Logger } from '../observability/log.ts';
import type { Metrics } from '../observability/metrics.ts';
import type { SpanParts, TraceSpan } from '../observability/tracer.ts';
import type { Clock } from '../values/clock.ts';
import type { PollLoop, PollOptions } from '../values/poll-loop.ts';
import type { CommandContext, EventOf, ReadContext, WriteContext } from './context.ts';
import { anyType, type BatchContext, type BatchReaction, type EventReaction } from './reaction.ts';
import type { TaskType } from './task.ts';

export type { Ambient, CommandContext, Emit, ReadContext, WriteContext } from './context.ts';

type ActionsOf<C extends Contract, K> = {
  [N in keyof C['actions'] & string]: C['actions'][N] extends K ? N : never;
}[keyof C['actions'] & string];
type ActionOf<C extends Contract, N> = C['actions'][N & keyof C['actions']] & (Command | Query);

type TypedEnvelope<E extends EventType> = Omit<Envelope, 'data' | 'internals'> & {
  data: DataOf<E>;
  internals: InternalsOf<E>;
};

interface CommandParts<I, O, GatherContext, HandleContext, Gathered, Admitted> {
  /** Authorizes each call before its receipt is read; its refusals are not stored. */
  admit?: (input: I, context: GatherContext) => Promise<Admitted>;
  /** Reads inputs from other services before the transaction. Its refusals are stored. */
  gather?: (input: I, context: GatherContext & { admitted: Admitted }) => Promise<Gathered>;
  /** `gather` only reads, so that a repeat may gather in vain: its receipt is looked for later. */
  gathersFirst?: boolean;
  /** Commands that `gather` sends carry an identity derived from the request's. */
  passesIdentity?: boolean;
  handle: (input: I, context: HandleContext & { gathered: Gathered }) => Promise<O>;
  /** Unique constraints whose violation is retried, e.g. of a random reference. */
  retryOn?: readonly string[];
}

// Erased forms: the kit checks inputs against the contract before it calls them.
export interface ActionImplementation<N extends string = string> {
  name: N;
  kind: 'command' | 'query';
  admit?(input: unknown, context: unknown): Promise<unknown>;
  gather?(input: unknown, context: unknown): Promise<unknown>;
  gathersFirst?: boolean;
  passesIdentity?: boolean;
  handle(input: unknown, context: unknown): Promise<unknown>;
  retryOn?: readonly string[];
}
export interface Schedule {
  name: string;
  /** Five cron fields, UTC. */
  cron: string;
  /** Catch-up: how far back missed runs are made up for, e.g. `2h`; none by default. */
  fill?: string;
  /** Pause between batches, ms, for work with a lower priority than requests. */
  pauseMs?: number;
  /** One transaction; returns `'again'` when a bounded batch left work for another one. */
  run(context: unknown): Promise<unknown>;
}

/** How a service purges expired sandbox tenants (`tenant-purge.ts`). */
export interface TenantPurge {
  /** Services that emit `sandbox.expired`. */
  sources: readonly string[];
  /** Tables with a `tenant_id`; rows are deleted in this order. */
  tables: readonly string[];
  /** Custom deletion: deletes at most `max` rows or jobs of the tenants and returns how many. */
  remove?(db: unknown, tenants: readonly string[], max: number): Promise<number>;
}

export interface ErasedJob {
  tenant: string;
  jobId: string;
  now: Date;
}

/** A service that stores copies of hand-overs, and reacts to their erasure. */
export interface Erasure {
  /** Blanks the service's own copies of a job's personal data; runs more than once. */
  remove?(db: unknown, job: ErasedJob): Promise<void>;
}

export interface Worker {
  name: string;
  start(context: unknown): RunningWorker;
}
/** The handler of a task type, at least once for each task: idempotent. */
export interface Task {
  type: TaskType;
  handle(payload: unknown, context: unknown): Promise<void>;
}
export interface RunningWorker {
  /** Ends the worker's wait for work. */
  wake?(): void;
  /** Graceful stop: starts no new work and awaits running work. */
  stop(): Promise<void>;
}
export interface WorkerContext<Tables, Config, C extends Contract, Calls extends Contracts> {
  db: Kysely<Tables>;
  clients: Clients<Calls>;
  /** Clients that call as this tenant. */
  clientsOf(tenant: string): Clients<Calls>;
  config: Config;
  clock: Clock;
  log: Logger;
  metrics: Metrics;
  /** Runs work in a span of its trace. */
  inSpan<T>(parts: SpanParts, work: (span: TraceSpan) => Promise<T>): Promise<T>;
  /** Starts a poll loop under the worker's name (`poll-loop.ts`). */
  poll(options: PollOptions): PollLoop;
  /** One statement, which is a transaction by itself. */
  statement<T>(run: (db: Kysely<Tables>) => Promise<T>): Promise<T>;
  /** One transaction; remote calls inside are forbidden. */
  transaction<T>(work: (context: WriteContext<Tables, Config, C>) => Promise<T>): Promise<T>;
}

type Start<Tables, Config, C extends Contract, Calls extends Contracts> = (
  context: WorkerContext<Tables, Config, C, Calls>,
) => RunningWorker;

interface TenantPurgeParts<Tables> {
  tables?: readonly (keyof Tables & string)[];
  remove?: (db: Kysely<Tables>, tenants: readonly string[], max: number) => Promise<number>;
}

/** Declares the tenant purge of a service: its sources, and the tables or deletion. */
const tenantPurging =
  <Tables, Calls extends Contracts>() =>
  (sources: readonly (keyof Calls & string)[], parts: TenantPurgeParts<Tables>): TenantPurge => ({
    tables: [],
    ...parts,
    sources: sources,
  });

/** Declares the erasure of copies in the service's own tables, beyond the kit's. */
export const erasing =
  <Tables>() =>
  (remove: (db: Kysely<Tables>, job: ErasedJob) => Promise<void>): Erasure => ({ remove });

/** Builders of what runs once per event of another service. */
const reactionBuilders = <Tables, Config, C extends Contract, Calls extends Contracts>() => ({
  on: <P extends keyof Calls & string, T extends keyof Calls[P]['events'] & string>(
    producer: P,
    type: T,
    handle: (
      event: TypedEnvelope<EventOf<Calls[P], T>>,
      context: WriteContext<Tables, Config, C>,
    ) => Promise<void>,
    options: Pick<EventReaction, 'inAnyOrder'> = {},
  ): EventReaction => ({ producer, type, handle, ...options }),

  onAny: <P extends keyof Calls & string>(
    producer: P,
    handle: (event: Envelope, context: WriteContext<Tables, Config, C>) => Promise<void>,
  ): EventReaction => ({ producer, type: anyType, handle }),

  /** All events of a type that share a transaction, in the order of each job. */
  onBatch: <P extends keyof Calls & string, T extends keyof Calls[P]['events'] & string>(
    producer: P,
    type: T,
    handleBatch: (
      events: readonly TypedEnvelope<EventOf<Calls[P], T>>[],
      context: BatchContext<Tables, Config, C>,
    ) => Promise<void>,
    options: Pick<BatchReaction, 'inAnyOrder'> = {},
  ): BatchReaction => ({ producer, type, handleBatch, ...options }),

  /** All events of a producer that share a transaction, in the order of each job. */
  onAnyBatch: <P extends keyof Calls & string>(
    producer: P,
    handleBatch: (
      events: readonly Envelope[],
      context: BatchContext<Tables, Config, C>,
    ) => Promise<void>,
  ): BatchReaction => ({ producer, type: anyType, handleBatch }),
});

/** Builders of what runs without a caller. */
const backgroundBuilders = <Tables, Config, C extends Contract, Calls extends Contracts>() => ({
  /** Runs in every replica, e.g. a deliverer. */
  worker: (name: string, start: Start<Tables, Config, C, Calls>): Worker => ({ name, start }),

  /** Runs durable tasks; the type stands in `define.ts`, for handlers that enqueue it. */
  task: <P extends z.ZodType>(
    type: TaskType<P>,
    handle: (
      payload: z.output<P>,
      context: WorkerContext<Tables, Config, C, Calls>,
    ) => Promise<void>,
  ): Task => ({ type, handle }),

  purge: tenantPurging<Tables, Calls>(),

  every: (
    name: string,
    cron: string,
    run: (context: WriteContext<Tables, Config, C>) => Promise<unknown>,
    options: { fill?: string } = {},
  ): Schedule => ({ name, cron, run, ...options }),
});

export const bind =
  <Tables, Config = unknown>() =>
  <C extends Contract, Calls extends Contracts>(_contract: C, _calls: Calls) => ({
    query: <N extends ActionsOf<C, Query>>(
      name: N,
      handle: (
        input: InputOf<ActionOf<C, N>>,
        context: ReadContext<Tables, Config, Calls>,
      ) => Promise<OutputOf<ActionOf<C, N>>>,
    ): ActionImplementation<N> => ({ name, kind: 'query', handle }),

    command: <N extends ActionsOf<C, Command>, Facts = undefined, Admitted = undefined>(
      name: N,
      parts: CommandParts<
        InputOf<ActionOf<C, N>>,
        OutputOf<ActionOf<C, N>>,
        ReadContext<Tables, Config, Calls>,
        CommandContext<Tables, Config, C>,
        Facts,
        Admitted
      >,
    ): ActionImplementation<N> => ({ name, kind: 'command', ...parts }),

    ...reactionBuilders<Tables, Config, C, Calls>(),
    ...backgroundBuilders<Tables, Config, C, Calls>(),
  });
