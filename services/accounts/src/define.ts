import { accounts, eventSources, webhooks, withActions } from '@svc/contracts';
import { bind, type WriteContext } from '@svc/kit/bind';
import type { Config } from './config.ts';
import type { Tables } from './store/schema.ts';

/** Services of which people change something; none is called. */
export const calls = { ...eventSources, webhooks: withActions(webhooks) };

export type AccountsWriteContext = WriteContext<Tables, Config, typeof accounts>;

export const { query, command, on, every, purge, worker } = bind<Tables, Config>()(accounts, calls);
