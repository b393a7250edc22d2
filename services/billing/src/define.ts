import { accounts, billing, jobs, partner } from '@svc/contracts';
import { bind, type WorkerContext } from '@svc/kit/bind';
import type { Config } from './config.ts';
import type { Tables } from './store/schema.ts';

/** Asked: accounts. Listened to: jobs, partner. */
export const calls = { accounts, jobs, partner };

export const { query, command, on, every, forget, worker } = bind<Tables, Config>()(billing, calls);

export type PrinterContext = WorkerContext<Tables, Config, typeof billing, typeof calls>;
