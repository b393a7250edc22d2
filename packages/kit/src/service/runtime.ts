/** Dependencies of a running service, shared by its actions, reactions, schedules and workers. */
import type { Command, Query } from '@svc/contracts';
import type { Kysely } from 'kysely';
import type { Contracts } from '../calls/client.ts';
import type { CallMeta, Transport } from '../calls/transport.ts';
import type { Pools } from '../database/pool.ts';
import type { Logger } from '../observability/log.ts';
import type { Metrics } from '../observability/metrics.ts';
import { currentTraceparent } from '../observability/trace-context.ts';
import type { Tracer } from '../observability/tracer.ts';
import type { ProcessConfig } from '../settings/config.ts';
import type { Clock } from '../values/clock.ts';
import type { Ambient } from './context.ts';

export interface Runtime {
  service: string;
  pools: Pools;
  readDb: Kysely<unknown>;
  clock: Clock;
  config: ProcessConfig;
  calls: Contracts;
  transport: Transport;
  log: Logger;
  metrics: Metrics;
  tracer: Tracer;
  /** The context of a handler without database and clients. */
  ambient(meta: CallMeta, now: Date): Ambient<unknown>;
  /** Parses the output with the contract if SVC_CHECK_OUTPUTS is on. */
  checked(action: Command | Query, output: unknown): unknown;
  /** Names of the tasks that have a handler. */
  tasks: ReadonlySet<string>;
  /** Wakes the relay: the outbox has new events. */
  wakeRelay(): void;
  /** Wakes a worker of this process; ignores an unknown name. */
  wakeWorker(name: string): void;
}

export function createRuntime(
  parts: Omit<Runtime, 'ambient' | 'checked'> & { serviceConfig: unknown },
): Runtime {
  const { serviceConfig, ...rest } = parts;
  return {
    ...rest,
    ambient: (meta, now) => ({
      tenant: meta.tenant,
      actor: meta.actor,
      requestId: meta.requestId,
      now,
      config: serviceConfig,
      log: parts.log,
      metrics: parts.metrics,
      traceparent: currentTraceparent(),
    }),
    checked: (action, output) =>
      parts.config.SVC_CHECK_OUTPUTS ? action.output.parse(output) : output,
  };
}
