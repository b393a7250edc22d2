import {
  accounts,
  billing,
  custody,
  jobs,
  partner,
  pricing,
  tracking,
  webhooks,
} from '@svc/contracts';
import { bind, type WorkerContext } from '@svc/kit/bind';
import type { Config } from './config.ts';
import type { Tables } from './store/schema.ts';

/** Whose events go out; accounts tells which tenants are over. */
export const calls = { accounts, jobs, pricing, custody, tracking, partner, billing };

export const { query, command, onAny, every, forget, worker } = bind<Tables, Config>()(
  webhooks,
  calls,
);

export type DelivererContext = WorkerContext<Tables, Config, typeof webhooks, typeof calls>;
