import { billing, custody, jobs, partner, pricing, tracking, webhooks } from '@svc/contracts';
import { bind, type WorkerContext } from '@svc/kit/bind';
import type { Config } from './config.ts';
import type { Tables } from './store/schema.ts';

/** Whose events go out. */
export const producers = { jobs, pricing, custody, tracking, partner, billing };

export const { query, command, onAny, every, worker } = bind<Tables, Config>()(webhooks, producers);

export type DelivererContext = WorkerContext<Tables, Config, typeof webhooks, typeof producers>;
