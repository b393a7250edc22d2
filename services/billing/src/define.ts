import { accounts, billing, defineContract, empty, event, jobs, timestamp } from '@svc/contracts';
import { bind, type WorkerContext } from '@svc/kit/bind';
import { z } from 'zod';
import type { Config } from './config.ts';
import type { Tables } from './store/schema.ts';

/** As much of partner as billing listens to. */
const partner = defineContract({
  name: 'partner',
  actions: {},
  events: {
    'partner_order.closed': event(
      z.object({ order_id: z.string(), job_id: z.string(), delivered_at: timestamp }),
      empty,
    ),
  },
});

/** Asked: accounts. Listened to: jobs, partner. */
export const calls = { accounts, jobs, partner };

export const { query, command, on, every, worker } = bind<Tables, Config>()(billing, calls);

export type PrinterContext = WorkerContext<Tables, Config, typeof billing, typeof calls>;
