/**
 * How a contract is written down.
 *
 * Terms
 * - **action**: an operation of a service. A *command* changes state, once per request; a
 *   *query* reads and cannot write.
 * - **refusal**: rejection by a declared rule; its code is in the catalogue in `errors.ts`.
 * - **event**: a committed change of state. `data` is what subscribers see, `internals` is what other
 *   services need on top of it.
 * - **audience** of an event: a *public* one goes to webhooks and the event feed, and is documented
 *   with its description and example; an *internal* one stays among the services.
 */
import type { z } from 'zod';
import type { ErrorCode } from './errors.ts';

/** `<field>.<zod issue code>` → the refusal it means, e.g. `{ 'reason.too_small': 'reason_required' }`. */
export type IssueRefusals<R extends ErrorCode = ErrorCode> = Readonly<Record<string, R>>;

interface ActionShape<I extends z.ZodType, O extends z.ZodType, R extends ErrorCode> {
  input: I;
  output: O;
  /** Every code with which this action may refuse. */
  refusals: readonly R[];
  /** Field errors with their own code instead of `invalid_body`. */
  issues?: IssueRefusals<R>;
}

export interface Query<
  I extends z.ZodType = z.ZodType,
  O extends z.ZodType = z.ZodType,
  R extends ErrorCode = ErrorCode,
> extends ActionShape<I, O, R> {
  kind: 'query';
}

export interface Command<
  I extends z.ZodType = z.ZodType,
  O extends z.ZodType = z.ZodType,
  R extends ErrorCode = ErrorCode,
> extends ActionShape<I, O, R> {
  kind: 'command';
  /** The output holds a one-time secret or personal data: its receipt is stored encrypted. */
  secret?: boolean;
  /** Recorded in the audit log even if a program calls it; commands of people always are. */
  audited?: boolean;
  /** A valid request: shown in the OpenAPI document, sent by tests. */
  example?: z.input<I>;
}

export type Audience = 'public' | 'internal';

export interface EventType<
  D extends z.ZodType = z.ZodType,
  F extends z.ZodType = z.ZodType,
  A extends Audience = Audience,
> {
  audience: A;
  /** When it is emitted, in one sentence for subscribers. */
  description: string;
  data: D;
  internals: F;
  /** Example of `data`, as subscribers receive it; required for public events. */
  example?: z.output<D>;
}

export interface Contract<
  A extends Record<string, Command | Query> = Record<string, Command | Query>,
  E extends Record<string, EventType> = Record<string, EventType>,
  N extends string = string,
> {
  name: N;
  actions: A;
  events: E;
  /** Topic of hints with the ids of the jobs whose events were committed. */
  hintsOfJobs?: string;
}

export const query = <I extends z.ZodType, O extends z.ZodType, const R extends ErrorCode>(
  shape: ActionShape<I, O, R>,
): Query<I, O, R> => ({ kind: 'query', ...shape });

export const command = <I extends z.ZodType, O extends z.ZodType, const R extends ErrorCode>(
  shape: Omit<Command<I, O, R>, 'kind'>,
): Command<I, O, R> => ({ kind: 'command', ...shape });

type EventShape<D extends z.ZodType, F extends z.ZodType> = Omit<EventType<D, F>, 'audience'>;

/** An event that subscribers receive. */
export const publicEvent = <D extends z.ZodType, F extends z.ZodType>(
  shape: EventShape<D, F> & { example: z.output<D> },
): EventType<D, F, 'public'> => ({ audience: 'public', ...shape });

/** An event for other services only. */
export const internalEvent = <D extends z.ZodType, F extends z.ZodType>(
  shape: EventShape<D, F>,
): EventType<D, F, 'internal'> => ({ audience: 'internal', ...shape });

export const defineContract = <
  const A extends Record<string, Command | Query>,
  const E extends Record<string, EventType>,
  const N extends string,
>(
  contract: Contract<A, E, N>,
): Contract<A, E, N> => contract;

/**
 * The contract as one caller uses it: these actions and all events. The caller's bus permissions
 * derive from it.
 */
export function withActions<C extends Contract, A extends keyof C['actions'] & string>(
  contract: C,
  ...names: readonly A[]
): Contract<Pick<C['actions'], A>, C['events'], C['name']>;
export function withActions({ actions, ...rest }: Contract, ...names: readonly string[]): Contract {
  const used = Object.entries(actions).filter(([name]) => names.includes(name));
  return { ...rest, actions: Object.fromEntries(used) };
}

export type InputOf<A extends Command | Query> = z.output<A['input']>;
/** Input as a caller passes it, before defaults are applied. */
export type RequestOf<A extends Command | Query> = z.input<A['input']>;
export type OutputOf<A extends Command | Query> = z.output<A['output']>;
export type RefusalsOf<A extends Command | Query> = A['refusals'][number];
export type DataOf<E extends EventType> = z.output<E['data']>;
export type InternalsOf<E extends EventType> = z.output<E['internals']>;
