import { accounts, jobs, partner, pricing } from '@svc/contracts';
import { bind, type WorkerContext } from '@svc/kit/bind';
import type { Clients } from '@svc/kit/client';
import type { Config } from './config.ts';
import type { Tables } from './store/schema.ts';

export const calls = { accounts, jobs, pricing };
/** The services that a handler can ask. */
export type Asked = Clients<typeof calls>;

export const { query, command, onAny, every, forget, worker } = bind<Tables, Config>()(
  partner,
  calls,
);

export type BookerContext = WorkerContext<Tables, Config, typeof partner, typeof calls>;
