import {
  accounts,
  custody,
  jobs,
  partner,
  tracking,
  transparencyLog,
  webhooks,
  withActions,
} from '@svc/contracts';
import { bind, type CommandContext, type WriteContext } from '@svc/kit/bind';
import type { Clients } from '@svc/kit/client';
import type { Config } from './config.ts';
import type { Tables } from './store/schema.ts';

export const calls = {
  accounts: withActions(accounts),
  jobs: withActions(jobs, 'locate', 'locateForDesk'),
  log: withActions(transparencyLog, 'policy', 'proofs'),
  partner: withActions(partner),
  tracking: withActions(tracking),
  webhooks: withActions(webhooks),
};
export type CustodyClients = Clients<typeof calls>;
export type CustodyWriteContext = WriteContext<Tables, Config, typeof custody>;
export type CustodyCommandContext = CommandContext<Tables, Config, typeof custody>;

export const { query, command, on, onAnyBatch, every, purge } = bind<Tables, Config>()(
  custody,
  calls,
);
