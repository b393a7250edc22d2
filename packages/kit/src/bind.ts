/**
 * What a service writes: actions, reactions and schedules, bound to its contract and tables.
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
  FactsOf,
  InputOf,
  OutputOf,
  Query,
} from '@svc/contracts';
import type { Kysely } from 'kysely';
import type { Clients, Contracts } from './client.ts';
import type { Clock } from './clock.ts';
import type { Logger } from './log.ts';
import type { Metrics } from './metrics.ts';

/** Known to every handler. `tenant` is whose data it may touch. */
export interface Ambient<Config> {
  tenant: string;
  /** Who asks: a client id, or the name of a schedule or reaction. */
  actor: string;
  requestId: string;
  now: Date;
  config: Config;
  log: Logger;
}

/** For queries, and for what a command gathers: `db` cannot write, `clients` ask other services. */
export interface ReadContext<Tables, Config, Calls extends Contracts> extends Ambient<Config> {
  db: Kysely<Tables>;
  clients: Clients<Calls>;
}

/** `db` is the transaction; `emit` puts an event into its outbox. Nothing remote can be called. */
export interface WriteContext<Tables, Config, C extends Contract> extends Ambient<Config> {
  db: Kysely<Tables>;
  emit: Emit<C>;
}

export type Emit<C extends Contract> = <T extends keyof C['events'] & string>(
  type: T,
  data: DataOf<EventOf<C, T>>,
  facts: FactsOf<EventOf<C, T>>,
  options?: EmitOptions,
) => void;

export interface EmitOptions {
  /** The job the event belongs to; absent for events without a job. */
  jobId?: string;
  /** Defaults to the handler's tenant. */
  tenant?: string;
}

type ActionsOf<C extends Contract, K> = {
  [N in keyof C['actions'] & string]: C['actions'][N] extends K ? N : never;
}[keyof C['actions'] & string];
type ActionOf<C extends Contract, N> = C['actions'][N & keyof C['actions']] & (Command | Query);
type EventOf<C extends Contract, T> = C['events'][T & keyof C['events']] & EventType;

type TypedEnvelope<E extends EventType> = Omit<Envelope, 'data' | 'facts'> & {
  data: DataOf<E>;
  facts: FactsOf<E>;
};

export interface CommandParts<I, O, GatherContext, HandleContext, Facts, Admitted> {
  /** Asked of every request, before it is looked up what became of it: a refusal is not kept. */
  admit?: (input: I, context: GatherContext) => Promise<Admitted>;
  /** Facts of other services, asked before the transaction begins. Its refusals are outcomes too. */
  gather?: (input: I, context: GatherContext & { admitted: Admitted }) => Promise<Facts>;
  handle: (input: I, context: HandleContext & { facts: Facts }) => Promise<O>;
  /** Unique constraints whose violation means "draw again", e.g. of a random reference. */
  retryOn?: readonly string[];
}

// Erased forms: the kit checks inputs against the contract before it calls them.
export interface ActionImplementation<N extends string = string> {
  name: N;
  kind: 'command' | 'query';
  admit?(input: unknown, context: unknown): Promise<unknown>;
  gather?(input: unknown, context: unknown): Promise<unknown>;
  handle(input: unknown, context: unknown): Promise<unknown>;
  retryOn?: readonly string[];
}
/** The type of a reaction to all types. */
export const anyType = '*';

export interface Reaction {
  producer: string;
  type: string;
  /** It needs neither the order of a job's events nor those of other types. */
  inAnyOrder?: boolean;
  handle(event: unknown, context: unknown): Promise<void>;
}
export interface Schedule {
  name: string;
  /** Five cron fields, UTC. */
  cron: string;
  /** How far back missed runs are made up for after downtime, e.g. `2h`; nothing by default. */
  fill?: string;
  /** Between batches, for work that may take its time while others ask. */
  pauseMs?: number;
  /** One transaction; answers `'again'` when a bounded batch left work for another one. */
  run(context: unknown): Promise<unknown>;
}

/** How a service forgets tenants of the sandbox that are over. */
export interface Forget {
  /** The services that tell of them with `sandbox.expired`. */
  tellers: readonly string[];
  /** Tables with a `tenant_id` that its rows are deleted from, in this order. */
  tables: readonly string[];
  /** For rows that cannot be deleted just so: removes at most `max` jobs of theirs, answers how many. */
  remove?(db: unknown, tenants: readonly string[], max: number): Promise<number>;
}

export interface Worker {
  name: string;
  start(context: unknown): RunningWorker;
}
export interface RunningWorker {
  /** Takes nothing new and waits for what is under way. */
  stop(): Promise<void>;
}
export interface WorkerContext<Tables, Config, C extends Contract, Calls extends Contracts> {
  db: Kysely<Tables>;
  clients: Clients<Calls>;
  /** The same, asking for this tenant. */
  clientsOf(tenant: string): Clients<Calls>;
  config: Config;
  clock: Clock;
  log: Logger;
  metrics: Metrics;
  /** One transaction; nothing remote may be called inside. */
  transaction<T>(work: (context: WriteContext<Tables, Config, C>) => Promise<T>): Promise<T>;
}

type Start<Tables, Config, C extends Contract, Calls extends Contracts> = (
  context: WorkerContext<Tables, Config, C, Calls>,
) => RunningWorker;

interface ForgetParts<Tables> {
  tables?: readonly (keyof Tables & string)[];
  remove?: (db: Kysely<Tables>, tenants: readonly string[], max: number) => Promise<number>;
}

/** What goes when `sandbox.expired` is told; in bounded batches. */
const forgetting =
  <Tables, Calls extends Contracts>() =>
  (tellers: readonly (keyof Calls & string)[], parts: ForgetParts<Tables>): Forget => ({
    tables: [],
    ...parts,
    tellers,
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
        WriteContext<Tables, Config, C>,
        Facts,
        Admitted
      >,
    ): ActionImplementation<N> => ({ name, kind: 'command', ...parts }),

    on: <P extends keyof Calls & string, T extends keyof Calls[P]['events'] & string>(
      producer: P,
      type: T,
      handle: (
        event: TypedEnvelope<EventOf<Calls[P], T>>,
        context: WriteContext<Tables, Config, C>,
      ) => Promise<void>,
      options: Pick<Reaction, 'inAnyOrder'> = {},
    ): Reaction => ({ producer, type, handle, ...options }),

    /** Every event of a producer, whatever its type. */
    onAny: <P extends keyof Calls & string>(
      producer: P,
      handle: (event: Envelope, context: WriteContext<Tables, Config, C>) => Promise<void>,
    ): Reaction => ({ producer, type: anyType, handle }),

    /** Work that goes on beside calls and events, in every replica, e.g. a deliverer. */
    worker: (name: string, start: Start<Tables, Config, C, Calls>): Worker => ({ name, start }),

    forget: forgetting<Tables, Calls>(),

    every: (
      name: string,
      cron: string,
      run: (context: WriteContext<Tables, Config, C>) => Promise<unknown>,
      options: { fill?: string } = {},
    ): Schedule => ({ name, cron, run, ...options }),
  });
