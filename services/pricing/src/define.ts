import { accounts, pricing, withActions } from '@svc/contracts';
import { bind } from '@svc/kit/bind';
import type { Tables } from './store/schema.ts';

export const calls = { accounts: withActions(accounts, 'getPolicies') };

export const { query, command, every, purge } = bind<Tables>()(pricing, calls);
