/** The service under test, with stand-ins for the producers, at eight in the morning. */
import { type RequestOf, webhooks } from '@svc/contracts';
import { until } from '@svc/devnet';
import { heldClock } from '@svc/kit/clock';
import type { ServiceDefinition } from '@svc/kit/service';
import { startServices } from '@svc/kit/testing';
import type { z } from 'zod';
import { webhooksService } from '../src/service.ts';
import { deliverWith } from '../src/workers/deliver.ts';
import { type Emission, producers } from './producers.ts';

export const start = '2026-11-02T08:00:00.000Z';

type Action = keyof (typeof webhooks)['actions'] & string;
type Log = z.output<(typeof webhooks)['actions']['listDeliveries']['output']>['data'];
export type App = Awaited<ReturnType<typeof startWebhooks>>;

interface Options {
  env?: NodeJS.ProcessEnv;
  workers?: ServiceDefinition['workers'];
  nats?: boolean;
}

/** Jitter stands in the middle, so every pause is that of the schedule. */
const evenly = () => 0.5;

export async function startWebhooks(options: Options = {}) {
  const clock = heldClock(start);
  const workers = options.workers ?? [deliverWith({ random: evenly })];
  const app = await startServices([{ ...webhooksService, workers }, ...Object.values(producers)], {
    clock,
    env: {
      SVC_WEBHOOK_ALLOW_LOOPBACK: 'true',
      ...(options.env?.SVC_ENVIRONMENT !== 'sandbox' && { SVC_WEBHOOK_ENDPOINTS_MAX: '1000' }),
      ...options.env,
    },
    ...(options.nats && { nats: true }),
  });
  const as = (tenant: string) => app.clients(tenant).webhooks;
  const log = async (tenant: string, id: string): Promise<Log> =>
    (await as(tenant).listDeliveries({ id, limit: 100 })).data;
  return {
    ...app,
    clock,
    as,
    log,
    /** Time passes, and the deliverers look at the clock. */
    moveTo: (at: Date | string) => {
      clock.set(at);
      app.service('webhooks').runtime.wakeWorker('deliver');
    },
    /** One raw call, with the reply as it crosses the bus. */
    call: (action: Action, input: unknown, tenant: string, request?: string) =>
      app.call([webhooks, action], input, {
        tenant,
        ...(request && { request, fingerprint: 'body' }),
      }),
    /** Something happens in a producer. */
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
    fannedOut: (tenant: string, count: number) =>
      until(
        async () => {
          const { rows } = await app.owner.query(
            'select count(*)::int as n from webhooks.event where tenant_id = $1',
            [tenant],
          );
          return rows[0]?.n === count;
        },
        { timeoutMs: 60_000, what: `${count} events of ${tenant}` },
      ),
  };
}

let tenants = 0;
/** A tenant that no other test of the file knows. */
export const newTenant = (): string => {
  tenants += 1;
  return `ten_${tenants}`;
};

export const wanting = (
  url: string,
  events: string[] = ['*'],
): RequestOf<(typeof webhooks)['actions']['create']> => ({ url, events });
