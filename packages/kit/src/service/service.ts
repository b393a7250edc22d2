/** A service as the kit runs it: its contract, what implements it, its tables and configuration. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Contract } from '@svc/contracts';
import type { Kysely } from 'kysely';
import type { z } from 'zod';
import type { Contracts } from '../calls/client.ts';
import type { Migration } from '../database/migration.ts';
import type { MetricDefinition, Sample } from '../observability/metric.ts';
import type { EncryptedColumn } from '../security/reencryption.ts';
import type { ActionImplementation, Erasure, Schedule, Task, TenantPurge, Worker } from './bind.ts';
import type { Reaction } from './reaction.ts';

/** The files of `migrations/` next to a service's `service.ts`, in the order of their numbers. */
export function migrationsIn(sourceFolder: string): Migration[] {
  const folder = join(sourceFolder, 'migrations');
  return readdirSync(folder)
    .toSorted()
    .map((file) => {
      if (!/^\d{4}-[a-z0-9-]+\.sql$/.test(file)) throw new Error(`${file} is no migration`);
      const sql = readFileSync(join(folder, file), 'utf8');
      return { name: file.slice(0, -'.sql'.length), sql };
    });
}

/** Gauges that are read from the service's tables at each scrape. */
interface GaugeReader {
  read(context: unknown): Promise<readonly Sample[]>;
}

interface GaugeContext<Tables, Config> {
  /** Read-only. */
  db: Kysely<Tables>;
  now: Date;
  config: Config;
}

/** Declares gauges in a service's `metrics.ts`. */
export const gaugeReader = <Tables, Config>(
  read: (context: GaugeContext<Tables, Config>) => Promise<readonly Sample[]>,
): GaugeReader => ({ read });

export interface ServiceMetrics {
  /** Everything that the service counts, times or reads. */
  definitions: readonly MetricDefinition[];
  readers?: readonly GaugeReader[];
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
  /**
   * How long an event waits for others to share a transaction with, ms, by producer; 0 by default,
   * and a full batch starts immediately. It costs latency and saves statements where events
   * trickle.
   */
  batchingDelaysMs?: Readonly<Record<string, number>>;
  schedules: readonly Schedule[];
  migrations: readonly Migration[];
  /** Metrics of its own, next to those of every service (`observability/metric-definitions.ts`). */
  metrics?: ServiceMetrics;
  workers?: readonly Worker[];
  /** Handlers of durable tasks. */
  tasks?: readonly Task[];
  /** Purge of expired sandbox tenants. */
  purge?: TenantPurge;
  /** Columns with encrypted texts, for the replacement of the service's secret. */
  encrypted?: readonly EncryptedColumn[];
  /** Erasure of copies of proofs, for a service that holds some, at least in events. */
  erasure?: Erasure;
}

export const defineService = <C extends Contract>(
  definition: ServiceDefinition<C>,
): ServiceDefinition<C> => definition;
