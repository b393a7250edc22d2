import {
  accounts,
  billing,
  custody,
  files,
  jobs,
  partner,
  pricing,
  tracking,
  webhooks,
  withActions,
} from '@svc/contracts';
import { bind, type WriteContext } from '@svc/kit/bind';
import type { Config } from './config.ts';
import type { Tables } from './store/schema.ts';

/** Services of which people change something; none is called. */
export const calls = {
  accounts: withActions(accounts),
  billing: withActions(billing),
  custody: withActions(custody),
  files: withActions(files),
  jobs: withActions(jobs),
  partner: withActions(partner),
  pricing: withActions(pricing),
  tracking: withActions(tracking),
  webhooks: withActions(webhooks),
};

export type AccountsWriteContext = WriteContext<Tables, Config, typeof accounts>;

export const { query, command, on, every, purge, worker } = bind<Tables, Config>()(accounts, calls);
