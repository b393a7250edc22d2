import { accounts, billing, jobs, partner, withActions } from '@svc/contracts';
import { bind } from '@svc/kit/bind';
import { taskType } from '@svc/kit/task';
import { z } from 'zod';
import type { Config } from './config.ts';
import type { Tables } from './store/schema.ts';

/** Called: accounts. Consumed events: accounts, jobs, partner. */
export const calls = {
  accounts: withActions(accounts, 'billingDetails'),
  jobs: withActions(jobs),
  partner: withActions(partner),
};

export const { query, command, on, onBatch, every, purge, task } = bind<Tables, Config>()(
  billing,
  calls,
);

/** Renders the PDF of a statement. */
export const renderStatementTask = taskType(
  'render-statement',
  z.object({ tenant_id: z.string(), statement_id: z.string() }),
);

/** Renders the PDF of an issued invoice. */
export const renderInvoiceTask = taskType(
  'render-invoice',
  z.object({ tenant_id: z.string(), invoice_id: z.string() }),
);
