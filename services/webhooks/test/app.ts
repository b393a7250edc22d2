/** Webhooks with stand-ins for the producers of events, at eight in the morning. */
import type { RequestOf, webhooks } from '@svc/contracts';
import { until } from '@svc/devnet';
import type { ServiceDefinition } from '@svc/kit/service';
import { serviceTest } from '@svc/kit/testing/service-test';
import { beforeEach } from 'vitest';
import type { z } from 'zod';
import { webhooksService } from '../src/service.ts';
import { deliverWith } from '../src/workers/deliver.ts';
import { type Emission, producers } from './producers.ts';

export const start = '2026-11-02T08:00:00.000Z';

type Log = z.output<(typeof webhooks)['actions']['listDeliveries']['output']>['data'];
export type App = ReturnType<typeof webhooksTest>;

interface Options {
  env?: NodeJS.ProcessEnv | (() => NodeJS.ProcessEnv);
  workers?: ServiceDefinition['workers'];
  nats?: boolean;
}

/** Jitter stands in the middle, so every pause is that of the schedule. */
const evenly = () => 0.5;

export function webhooksTest({ env = {}, nats = false, workers }: Options = {}) {
  const app = serviceTest(
    { ...webhooksService, workers: workers ?? [deliverWith({ random: evenly })] },
    {
      ...{ nats, neighbours: Object.values(producers) },
      env: () => {
        const own = typeof env === 'function' ? env() : env;
        const isSandbox = own.SVC_ENVIRONMENT === 'sandbox';
        return {
          SVC_WEBHOOK_ALLOW_LOOPBACK: 'true',
          ...(!isSandbox && { SVC_WEBHOOK_ENDPOINTS_MAX: '1000' }),
          ...own,
        };
      },
    },
  );
  beforeEach(() => app.clock.set(start));
  const log = async (tenant: string, id: string): Promise<Log> =>
    (await app.as(tenant).listDeliveries({ id, limit: 100 })).data;
  const wakeWorker = (name: string) => app.running().service('webhooks').runtime.wakeWorker(name);
  return Object.assign(app, {
    log,
    wakeWorker,
    /** Time passes, and the deliverers look at the clock. */
    moveTo: (at: Date | string) => {
      app.clock.set(at);
      wakeWorker('deliver');
    },
    /** Emits an event of a producer. */
    happen: async (tenant: string, emission: Emission, by: keyof typeof producers = 'jobs') => {
      const internals = { secret_fact: 'for services only' };
      await app.clients(tenant)[by].emit([{ data: {}, ...emission, internals }]);
    },
    /** Resolves with the log once it looks like this. */
    logged: async (tenant: string, id: string, isThere: (log: Log) => boolean) => {
      let found = await log(tenant, id);
      await until(
        async () => {
          found = await log(tenant, id);
          return isThere(found);
        },
        { timeoutMs: 60_000, what: `the log of ${id}` },
      );
      return found;
    },
    /** Resolves once this many events of the tenant have been fanned out. */
    fannedOut: (tenant: string, count: number) => {
      const sql = 'select from webhooks.event where tenant_id = $1';
      const isThere = async () => (await app.sql(sql, [tenant])).length === count;
      return until(isThere, { timeoutMs: 60_000, what: `${count} events of ${tenant}` });
    },
  });
}

export const wanting = (
  url: string,
  events: string[] = ['*'],
): RequestOf<(typeof webhooks)['actions']['create']> => ({ url, events });
