/** Action handlers of a service: validate the input, run the implementation, build the reply. */
import type { Command, Query } from '@svc/contracts';
import { createClients } from '../calls/client.ts';
import { BadInput, CallFault, Refusal } from '../calls/refusal.ts';
import type { CallMeta, Reply } from '../calls/transport.ts';
import { isConnectionFailure, isReadOnly } from '../database/pool.ts';
import { readInput } from '../json/json-issues.ts';
import type { ActionHandler } from '../nats/broker.ts';
import { withTraceparent } from '../observability/trace-context.ts';
import { readTraceparent } from '../observability/traceparent.ts';
import type { ActionImplementation } from '../service/bind.ts';
import type { Runtime } from '../service/runtime.ts';
import type { ServiceDefinition } from '../service/service.ts';
import { StorageUnavailable } from '../storage/storage.ts';
import { handleCommand } from './command.ts';
import { refusalReply } from './receipt.ts';

export function actionHandlers(
  definition: ServiceDefinition,
  runtime: Runtime,
): Record<string, ActionHandler> {
  const { contract, actions } = definition;
  return Object.fromEntries(
    Object.entries(contract.actions).map(([name, action]) => {
      const implementation = actions[name];
      if (!implementation) throw new Error(`${contract.name}.${name} is not implemented`);
      const run = (input: unknown, meta: CallMeta) =>
        action.kind === 'command'
          ? handleCommand(runtime, { contract, action, implementation, input, meta })
          : runQuery(runtime, action, implementation, { input, meta });
      return [name, handler(runtime, { name, action, run })];
    }),
  );
}

interface ServedAction {
  name: string;
  action: Command | Query;
  run: ActionHandler;
}

function handler(runtime: Runtime, { name, action, run }: ServedAction): ActionHandler {
  const { service, metrics, log, tracer } = runtime;
  return async (raw, meta) => {
    const started = performance.now();
    const parent = readTraceparent(meta.traceparent);
    const span = tracer.start({ name: `${service}.${name}`, kind: 'server', parent });
    const reply = await withTraceparent(span.traceparent, answer);
    span.end({ attributes: { outcome: outcomeOf(reply) }, failed: 'fault' in reply });
    metrics.calls.observe(
      { service, action: name, outcome: outcomeOf(reply) },
      (performance.now() - started) / 1000,
    );
    return reply;

    async function answer(): Promise<Reply> {
      const read = readInput(action, raw);
      if ('reply' in read) return read.reply;
      try {
        return await run(read.input, meta);
      } catch (error) {
        const expected = expectedReply(action, error);
        if (expected) return expected;
        const kind = faultKind(error, action);
        log.error({ err: error, action: name, request_id: meta.requestId }, `action ${kind}`);
        return { fault: kind };
      }
    }
  };
}

async function runQuery(
  runtime: Runtime,
  action: Query,
  implementation: ActionImplementation,
  { input, meta }: { input: unknown; meta: CallMeta },
): Promise<Reply> {
  const output = await implementation.handle(input, {
    ...runtime.ambient(meta, runtime.clock.now()),
    db: runtime.readDb,
    get clients() {
      return createClients(runtime.calls, runtime.transport, meta);
    },
  });
  return { ok: runtime.checked(action, output) };
}

function expectedReply(action: Command | Query, error: unknown): Reply | undefined {
  if (error instanceof Refusal && action.refusals.includes(error.code)) return refusalReply(error);
  if (error instanceof BadInput) return { invalid: error.issues };
  return undefined;
}

function faultKind(error: unknown, { kind }: Command | Query): 'internal' | 'unavailable' {
  if (error instanceof CallFault) return error.kind;
  if (error instanceof StorageUnavailable) return 'unavailable';
  // Sessions of queries are always read-only: a query that writes is a bug.
  if (kind === 'query' && isReadOnly(error)) return 'internal';
  return isConnectionFailure(error) ? 'unavailable' : 'internal';
}

function outcomeOf(reply: Reply): string {
  if ('ok' in reply) return reply.replayed ? 'replayed' : 'ok';
  if ('refused' in reply) return reply.refused.code;
  return 'fault' in reply ? reply.fault : 'invalid';
}
