/** What one running service shares among its actions, reactions and schedules. */
import type { Command, Query } from '@svc/contracts';
import type { Kysely } from 'kysely';
import type { Ambient } from './bind.ts';
import type { Contracts } from './client.ts';
import type { Clock } from './clock.ts';
import type { ProcessConfig } from './config.ts';
import type { Pools } from './database/pool.ts';
import type { Logger } from './log.ts';
import type { Metrics } from './metrics.ts';
import type { CallMeta, Transport } from './transport.ts';

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
  /** What every handler knows. */
  ambient(meta: CallMeta, now: Date): Ambient<unknown>;
  /** The output as the contract has it; checked where SVC_CHECK_OUTPUTS is on. */
  checked(action: Command | Query, output: unknown): unknown;
  /** Says that the outbox has something new. */
  wakeRelay(): void;
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
    }),
    checked: (action, output) =>
      parts.config.SVC_CHECK_OUTPUTS ? action.output.parse(output) : output,
  };
}
