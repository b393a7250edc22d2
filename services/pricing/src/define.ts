import { accounts, pricing, withActions } from '@svc/contracts';
import { bind } from '@svc/kit/bind';
import type { Clients } from '@svc/kit/client';
import type { Tables } from './store/schema.ts';

export const calls = { accounts: withActions(accounts, 'getPolicies') };
export type PricingClients = Clients<typeof calls>;

export const { query, command, every, purge } = bind<Tables>()(pricing, calls);
