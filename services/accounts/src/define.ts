import { accounts, custody, eventSources, files, webhooks, withActions } from '@svc/contracts';
import { bind, erasing, type WriteContext } from '@svc/kit/bind';
import type { Config } from './config.ts';
import type { Tables } from './store/schema.ts';

/** Services of which people change something; some are asked what a tenant uses. */
export const calls = {
  ...eventSources,
  custody: withActions(custody, 'storageUse'),
  files: withActions(files, 'storageUse'),
  webhooks: withActions(webhooks, 'usage'),
};

export type AccountsWriteContext = WriteContext<Tables, Config, typeof accounts>;

export const { query, command, on, every, purge, worker } = bind<Tables, Config>()(accounts, calls);
export const erasure = erasing<Tables>();
