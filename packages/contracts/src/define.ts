/**
 * How a contract is written down.
 *
 * Terms
 * - **action**: something a service can be asked. A *command* changes state, once per request; a
 *   *query* reads and cannot write.
 * - **refusal**: a declared rule that says no; it has a code of the catalogue in `errors.ts`.
 * - **event**: a fact that is already true. `data` is what subscribers see, `facts` is what other
 *   services need on top of it.
 */
import type { z } from 'zod';
import type { ErrorCode } from './errors.ts';

/** `<field>.<zod issue code>` → the refusal it means, e.g. `{ 'reason.too_small': 'reason_required' }`. */
export type IssueRefusals<R extends ErrorCode = ErrorCode> = Readonly<Record<string, R>>;

interface ActionShape<I extends z.ZodType, O extends z.ZodType, R extends ErrorCode> {
  input: I;
  output: O;
  /** Every code this action may refuse with. */
  refusals: readonly R[];
  /** Faults of single fields that have a code of their own instead of `invalid_body`. */
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
  /** The output holds a one-time secret: its receipt is stored encrypted. */
  secret?: boolean;
}

export interface EventType<D extends z.ZodType = z.ZodType, F extends z.ZodType = z.ZodType> {
  data: D;
  facts: F;
}

export interface Contract<
  A extends Record<string, Command | Query> = Record<string, Command | Query>,
  E extends Record<string, EventType> = Record<string, EventType>,
  N extends string = string,
> {
  name: N;
  actions: A;
  events: E;
}

export const query = <I extends z.ZodType, O extends z.ZodType, const R extends ErrorCode>(
  shape: ActionShape<I, O, R>,
): Query<I, O, R> => ({ kind: 'query', ...shape });

export const command = <I extends z.ZodType, O extends z.ZodType, const R extends ErrorCode>(
  shape: ActionShape<I, O, R> & { secret?: boolean },
): Command<I, O, R> => ({ kind: 'command', ...shape });

export const event = <D extends z.ZodType, F extends z.ZodType>(
  data: D,
  facts: F,
): EventType<D, F> => ({ data, facts });

export const defineContract = <
  const A extends Record<string, Command | Query>,
  const E extends Record<string, EventType>,
  const N extends string,
>(
  contract: Contract<A, E, N>,
): Contract<A, E, N> => contract;

export type InputOf<A extends Command | Query> = z.output<A['input']>;
/** What a caller passes: before defaults are filled in. */
export type RequestOf<A extends Command | Query> = z.input<A['input']>;
export type OutputOf<A extends Command | Query> = z.output<A['output']>;
export type RefusalsOf<A extends Command | Query> = A['refusals'][number];
export type DataOf<E extends EventType> = z.output<E['data']>;
export type FactsOf<E extends EventType> = z.output<E['facts']>;
