/** Transactions of schedules, workers and tasks, which run without a caller. */
import type { Contract } from '@svc/contracts';
import { type Contracts, createClients } from '../calls/client.ts';
import { kyselyOver } from '../database/kysely.ts';
import { inTransaction } from '../database/transaction.ts';
import { collectEffects } from '../effects/effects.ts';
import { inSpan } from '../observability/tracer.ts';
import type { WorkerContext } from '../service/bind.ts';
import type { WriteContext } from '../service/context.ts';
import type { Runtime } from '../service/runtime.ts';
import { pollLoop } from '../values/poll-loop.ts';

/** Commits work and its events together. Has no tenant, so each event names its own. */
export async function inBackgroundTransaction<T>(
  runtime: Runtime,
  contract: Contract,
  actor: string,
  work: (context: WriteContext<unknown, unknown, Contract>) => Promise<T>,
): Promise<T> {
  const now = runtime.clock.now();
  const meta = { tenant: '', actor, requestId: actor };
  const effects = collectEffects(runtime, contract, now);
  const result = await inTransaction(runtime.pools.write, {
    work: async (client) => {
      const context = { ...runtime.ambient(meta, now), ...effects.of(''), db: kyselyOver(client) };
      return { result: await work(context), endings: effects.endings() };
    },
  });
  effects.announce();
  return result;
}

type AnyWorkerContext = WorkerContext<unknown, unknown, Contract, Contracts>;

export function workerContext(
  runtime: Runtime,
  contract: Contract,
  actor: string,
): AnyWorkerContext {
  const meta = { tenant: '', actor, requestId: actor };
  const { config } = runtime.ambient(meta, runtime.clock.now());
  const writeDb = kyselyOver(runtime.pools.write);
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
    inSpan: (parts, work) => inSpan(runtime.tracer, parts, work),
    poll: (options) => pollLoop(options, { name: actor, log }),
    statement: (run) => run(writeDb),
    transaction: (work) => inBackgroundTransaction(runtime, contract, actor, work),
  };
}
