/** Starts services for a test: a database of their own, real Postgres, a held clock if wanted. */
import type { Contract, Envelope } from '@svc/contracts';
import { until } from '@svc/devnet';
import { Pool } from 'pg';
import { inject } from 'vitest';
import { createClients } from '../calls/client.ts';
import type { CallMeta, Reply } from '../calls/transport.ts';
import { renewNames } from '../database/kysely.ts';
import { consumeEvents } from '../events/consumer.ts';
import { redrive } from '../events/dead-letter.ts';
import { startHost } from '../host/host.ts';
import type { HostedService } from '../host/hosted-service.ts';
import { createLogger } from '../observability/log.ts';
import { createMetrics } from '../observability/metrics.ts';
import type { ServiceDefinition } from '../service/service.ts';
import type { Clock } from '../values/clock.ts';
import { createTestDatabase, type TestDatabaseOptions } from './database.ts';
import { requireWholeKeys, unplannedStatements } from './new-tables.ts';
import { runScheduleOf, runTasksByClock } from './tasks.ts';

const testSecret = 'a secret for tests only, 32 chars or more';

export interface StartOptions {
  clock?: Clock;
  env?: NodeJS.ProcessEnv;
  /** The suite's nats-server instead of calls and bus inside the process. */
  nats?: boolean;
  /** Schedules and tasks by the real time; else tasks go by `clock`, schedules by hand. */
  timers?: boolean;
}

export async function startServices<D extends ServiceDefinition>(
  definitions: readonly D[],
  options: StartOptions = {},
) {
  const databaseOptions: TestDatabaseOptions = {
    adminUrl: inject('postgresUrl'),
    services: definitions,
    secret: options.env?.SVC_SECRET ?? testSecret,
    environment: options.env?.SVC_ENVIRONMENT === 'sandbox' ? 'sandbox' : 'live',
  };
  const database = await createTestDatabase(databaseOptions);
  // Past a number of texts, which tests before may have reached, statements have no name.
  renewNames();
  const { name, url } = database;
  const host = await startHost({
    name: 'test',
    services: definitions,
    env: {
      SVC_SECRET: testSecret,
      ...database.env(),
      SVC_NAMESPACE: name,
      SVC_CHECK_OUTPUTS: 'true',
      SVC_POOL_MAX: '6',
      ...(options.nats && { SVC_NATS_URL: inject('natsUrl') }),
      ...options.env,
    },
    ...(options.clock && { clock: options.clock }),
    log: createLogger({ name: 'test', level: process.env.SVC_LOG_LEVEL ?? 'silent' }),
    metrics: createMetrics({ defaults: false }),
    timers: options.timers ?? false,
  });
  const tasks = options.timers ? undefined : runTasksByClock(host.services);
  const owner = new Pool({ connectionString: url, max: 3 });
  // Dropping the database at the end cuts connections that are still closing.
  owner.on('error', () => undefined);
  const contracts: Record<string, Contract> = Object.fromEntries(
    definitions.map(({ contract }) => [contract.name, contract]),
  );
  const service = (wanted: string): HostedService => {
    const found = host.services.find(({ definition }) => definition.contract.name === wanted);
    if (!found) throw new Error(`no service ${wanted} here`);
    return found;
  };
  const meta = (tenant: string): CallMeta => ({ tenant, actor: 'cli_test', requestId: 'req_test' });

  return {
    host,
    url,
    /** The owner's connections, for assertions; name tables as `<service>.<table>`. */
    owner,
    service,
    /** Typed clients of the started services, as this tenant. */
    clients: (tenant: string) =>
      createClients(contracts as ContractsOf<D>, host.broker, meta(tenant)),
    /** One raw call, with the reply as it crosses the bus. */
    call: (
      [contract, action]: readonly [Contract, string],
      input: unknown,
      as: Pick<CallMeta, 'tenant' | 'receipts' | 'request' | 'fingerprint'> &
        Partial<Pick<CallMeta, 'actor'>>,
    ): Promise<Reply> =>
      host.broker.call(contract.name, action, input, { ...meta(as.tenant), ...as }),
    /** All events of a service, in order. */
    outbox: async (from: string): Promise<Omit<Envelope, 'producer' | 'created_at'>[]> => {
      const { rows } = await owner.query(
        `select event_id as id, type, tenant_id, job_id, sequence, data, internals
           from ${from}.outbox o order by o.id`,
      );
      return rows;
    },
    /** Resolves when the relay has published all events. */
    relayed: (from: string) =>
      until(
        async () => {
          const { rows } = await owner.query(
            `select count(*)::int as n from ${from}.outbox where published_at is null`,
          );
          return rows[0]?.n === 0;
        },
        { timeoutMs: 60_000, what: `the outbox of ${from} to drain` },
      ),
    /** Resolves when a consumer has handled an event. */
    handled: (consumer: string, event: Pick<Envelope, 'id' | 'job_id' | 'sequence'> | undefined) =>
      until(
        async () => {
          const [of] = consumer.split('-');
          const { rowCount } = await owner.query(
            `select from ${of}.job_cursor where consumer = $1 and job_id = $2 and next > $3
              union all select from ${of}.inbox where consumer = $1 and event_id = $4`,
            [consumer, event?.job_id, event?.sequence, event?.id],
          );
          return rowCount !== 0;
        },
        { timeoutMs: 60_000, what: `${consumer} to handle ${event?.id}` },
      ),
    /** Has a consumer handle these events in one transaction, as if the bus delivered them. */
    consume: (wanted: string, events: readonly Envelope[]) => {
      const [of = ''] = wanted.split('-');
      const { runtime, consumers } = service(of);
      const consumer = consumers.find(({ name: each }) => each === wanted);
      if (!consumer) throw new Error(`no consumer ${wanted} here`);
      return consumeEvents(runtime, consumer, events);
    },
    runSchedule: (of: string, wanted: string): Promise<void> =>
      runScheduleOf(host.services, of, wanted),
    redrive: async (of: string, eventId?: string) => {
      const { runtime, consumers } = service(of);
      return (await Promise.all(consumers.map((each) => redrive(runtime, each, eventId)))).flat();
    },
    /** Fails where a statement, on new tables, finds rows by part of a key. */
    stop: async (): Promise<void> => {
      await tasks?.stop();
      const statements = await unplannedStatements(host.services);
      await host.stop();
      await owner.end();
      await database.drop();
      await requireWholeKeys(statements, databaseOptions);
    },
  };
}

export type ContractsOf<D extends ServiceDefinition> = {
  [K in D as K['contract']['name']]: K['contract'];
};
