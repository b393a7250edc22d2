import { accounts, jobs, partner, pricing, withActions } from '@svc/contracts';
import { bind, type Emit, erasing, type WorkerContext } from '@svc/kit/bind';
import type { Clients } from '@svc/kit/client';
import type { Config } from './config.ts';
import type { Tables } from './store/schema.ts';

export const calls = {
  accounts: withActions(accounts, 'bookingSites', 'openAt'),
  jobs: withActions(jobs, 'bookBatch', 'locate'),
  pricing: withActions(pricing, 'holdOptions', 'price'),
};
/** Clients of the services that handlers call before their transaction. */
export type PartnerClients = Clients<typeof calls>;

export const { query, command, onAny, every, purge, worker } = bind<Tables, Config>()(
  partner,
  calls,
);

export const erasure = erasing<Tables>();

export type PartnerEmit = Emit<typeof partner>;
export type PartnerWorkerContext = WorkerContext<Tables, Config, typeof partner, typeof calls>;
