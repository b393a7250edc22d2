/**
 * A service that stands in for another one's contract, in a test, on the real broker and bus.
 *
 * ```ts
 * const jobsStandIn = standIn(jobs, {
 *   locate: async ({ id }, { tenant }) => found(id, tenant),
 * });
 * const app = await startServices([custodyService, jobsStandIn]);
 * await app.clients('ten_a').jobs.emit([{ type: 'job.updated', job_id, data, internals }]);
 * ```
 *
 * Handlers hold their state in memory. A contract has no other action than those, and `emit`.
 */
import {
  type Command,
  type Contract,
  command,
  type DataOf,
  type EventType,
  empty,
  type InputOf,
  type InternalsOf,
  internalEvent,
  type OutputOf,
  type Query,
} from '@svc/contracts';
import { z } from 'zod';
import type { ActionImplementation } from '../service/bind.ts';
import type { Ambient, Emit } from '../service/context.ts';
import { defineService, type ServiceDefinition } from '../service/service.ts';

type ActionOf<C extends Contract, A> = C['actions'][A & keyof C['actions']] & (Command | Query);

type Context<C extends Contract, A> = Ambient<unknown> &
  (ActionOf<C, A> extends Command ? { emit: Emit<C> } : unknown);

type Handlers<C extends Contract> = {
  [A in keyof C['actions'] & string]?: (
    input: InputOf<ActionOf<C, A>>,
    context: Context<C, A>,
  ) => Promise<OutputOf<ActionOf<C, A>>>;
};

/** An event as a test emits it. */
export type Emission<C extends Contract> = {
  [T in keyof C['events'] & string]: {
    type: T;
    /** The job it belongs to; absent for an event without a job. */
    job_id?: string | undefined;
    data: DataOf<C['events'][T] & EventType>;
    internals: InternalsOf<C['events'][T] & EventType>;
  };
}[keyof C['events'] & string];

type StandInContract<C extends Contract, A extends keyof C['actions']> = Contract<
  Pick<C['actions'], A> & {
    /** Emits events in one transaction; each is checked against the contract. */
    emit: Command<z.ZodType<readonly Emission<C>[]>, typeof empty, never>;
  },
  C['events'],
  C['name']
>;

export function standIn<C extends Contract, H extends Handlers<C>>(
  contract: C,
  handlers: H,
): ServiceDefinition<StandInContract<C, keyof H & keyof C['actions']>>;
export function standIn(
  { name, actions, events }: Contract,
  handlers: Record<string, ActionImplementation['handle']>,
): ServiceDefinition {
  const implemented = Object.entries(handlers).map(([action, handle]) => {
    const declared = actions[action];
    if (!declared) throw new Error(`${name} has no action ${action}`);
    return [
      action,
      { declared, implementation: { name: action, kind: declared.kind, handle } },
    ] as const;
  });
  return defineService({
    contract: {
      name,
      actions: {
        ...Object.fromEntries(implemented.map(([action, { declared }]) => [action, declared])),
        emit: command({ input: emissions, output: empty, refusals: [] }),
      },
      events,
    },
    actions: {
      ...Object.fromEntries(
        implemented.map(([action, { implementation }]) => [action, implementation]),
      ),
      emit: emitAll,
    },
    ...{ calls: {}, config: z.object({}), reactions: [], schedules: [], migrations: [] },
  });
}

const emissions = z.array(
  z.object({ type: z.string(), job_id: z.string().optional(), data: z.any(), internals: z.any() }),
);

const emitAll: ActionImplementation<'emit'> = {
  name: 'emit',
  kind: 'command',
  handle: async (input, context: { emit: Emit<Contract> }) => {
    for (const { type, job_id, data, internals } of emissions.parse(input)) {
      context.emit(type, data, internals, job_id === undefined ? {} : { jobId: job_id });
    }
    return {};
  },
};

const record = z.record(z.string(), z.unknown());

/** Events of these types with any content, for a consumer that does not read it. */
export const anyEvents = (types: readonly string[]) =>
  Object.fromEntries(
    types.map((type) => [
      type,
      internalEvent({ description: 'A stand-in.', data: record, internals: record }),
    ]),
  );
