/** Typed calls: `clients.jobs.cancel({ id, reason })`. */
import type { Command, Contract, OutputOf, Query, RequestOf } from '@svc/contracts';
import type { CallMeta, Transport } from './transport.ts';
import { unwrap } from './unwrap.ts';

export type Contracts = Record<string, Contract>;

export type Client<C extends Contract> = {
  [A in keyof C['actions']]: (
    input: RequestOf<C['actions'][A] & (Command | Query)>,
  ) => Promise<OutputOf<C['actions'][A] & (Command | Query)>>;
};
export type Clients<Calls extends Contracts> = { [S in keyof Calls]: Client<Calls[S]> };

type Call = (input: unknown) => Promise<unknown>;

/**
 * One method per action of each contract, all made with the same meta. A refusal throws `Refusal`,
 * a bad input `BadInput`, anything else `CallFault`.
 */
export function createClients<Calls extends Contracts>(
  calls: Calls,
  transport: Transport,
  meta: CallMeta,
): Clients<Calls>;
export function createClients(calls: Contracts, transport: Transport, meta: CallMeta): unknown {
  return Object.fromEntries(
    Object.values(calls).map((contract) => [contract.name, methods(contract, transport, meta)]),
  );
}

function methods(contract: Contract, transport: Transport, meta: CallMeta): Record<string, Call> {
  const service = contract.name;
  return Object.fromEntries(
    Object.keys(contract.actions).map((action) => [
      action,
      async (input: unknown) =>
        unwrap(await transport.call(service, action, input, meta), `${service}.${action}`),
    ]),
  );
}
