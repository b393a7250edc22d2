import { accounts, custody, files, jobs } from '@svc/contracts';
import { bind, type WorkerContext } from '@svc/kit/bind';
import type { Config } from './config.ts';
import type { Tables } from './store/schema.ts';

export const calls = { accounts, custody, jobs };

export const { query, command, on, forget, worker } = bind<Tables, Config>()(files, calls);

export type ExchangeContext = WorkerContext<Tables, Config, typeof files, typeof calls>;
