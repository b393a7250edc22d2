/** Transactions that nobody called for: schedules and workers. */
import type { Contract } from '@svc/contracts';
import type { WorkerContext, WriteContext } from './bind.ts';
import { type Contracts, createClients } from './client.ts';
import { kyselyOver } from './database/kysely.ts';
import { collectEvents, insertEvents } from './outbox.ts';
import type { Runtime } from './runtime.ts';
import { inTransaction } from './transaction.ts';

/** Work and its events, committed together under no tenant: events name theirs. */
export async function transactAs<T>(
  runtime: Runtime,
  contract: Contract,
  actor: string,
  work: (context: WriteContext<unknown, unknown, Contract>) => Promise<T>,
): Promise<T> {
  const now = runtime.clock.now();
  const meta = { tenant: '', actor, requestId: actor };
  const { events, emit } = collectEvents(contract, '', now);
  const answer = await inTransaction(runtime.pools.write, {
    work: async (client) => {
      const result = await work({ ...runtime.ambient(meta, now), db: kyselyOver(client), emit });
      return { result, endings: events.length > 0 ? [insertEvents(events, now)] : [] };
    },
  });
  if (events.length > 0) runtime.wakeRelay();
  return answer;
}

type AnyWorkerContext = WorkerContext<unknown, unknown, Contract, Contracts>;

export function workerContext(
  runtime: Runtime,
  contract: Contract,
  name: string,
): AnyWorkerContext {
  const actor = `worker:${name}`;
  const meta = { tenant: '', actor, requestId: actor };
  const { config } = runtime.ambient(meta, runtime.clock.now());
  const { readDb: db, clock, log, metrics } = runtime;
  const clientsOf = (tenant: string) =>
    createClients(runtime.calls, runtime.transport, { ...meta, tenant });
  return {
    db,
    clients: clientsOf(''),
    clientsOf,
    config,
    clock,
    log,
    metrics,
    transaction: (work) => transactAs(runtime, contract, actor, work),
  };
}
