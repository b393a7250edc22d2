/** A service as the kit runs it: its contract, what implements it, its tables and configuration. */
import type { Contract } from '@svc/contracts';
import type { z } from 'zod';
import type { ActionImplementation, Forget, Reaction, Schedule, Worker } from './bind.ts';
import type { Contracts } from './client.ts';

/** Forward only. `sql` runs once, inside a transaction, with the service's schema as search path. */
export interface Migration {
  /** `0001-what-it-does` */
  name: string;
  sql: string;
}

export interface ServiceDefinition<C extends Contract = Contract> {
  contract: C;
  /** The contracts of the services it calls or listens to. */
  calls: Contracts;
  /** Environment variables it reads, as a zod object with defaults. */
  config: z.ZodObject;
  /** One implementation per action of the contract; a missing or foreign one does not compile. */
  actions: { [N in keyof C['actions'] & string]: ActionImplementation<N> };
  reactions: readonly Reaction[];
  schedules: readonly Schedule[];
  migrations: readonly Migration[];
  workers?: readonly Worker[];
  /** What goes when a tenant of the sandbox is over. */
  forget?: Forget;
}

export const defineService = <C extends Contract>(
  definition: ServiceDefinition<C>,
): ServiceDefinition<C> => definition;
