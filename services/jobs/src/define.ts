import { accounts, custody, jobs, partner, pricing, tracking } from '@svc/contracts';
import { bind } from '@svc/kit/bind';
import type { Clients } from '@svc/kit/client';
import type { Config } from './config.ts';
import type { Tables } from './store/schema.ts';

export const calls = { accounts, custody, partner, pricing, tracking };
/** The services that a handler can ask. */
export type Asked = Clients<typeof calls>;

export const { query, command, on, every, forget, worker } = bind<Tables, Config>()(jobs, calls);
