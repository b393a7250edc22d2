import {
  accounts,
  custody,
  jobs,
  partner,
  pricing,
  tracking,
  webhooks,
  withActions,
} from '@svc/contracts';
import { bind, type CommandContext, erasing, type WriteContext } from '@svc/kit/bind';
import type { Clients } from '@svc/kit/client';
import { taskType } from '@svc/kit/task';
import { z } from 'zod';
import type { Config } from './config.ts';
import type { Tables } from './store/schema.ts';

export const calls = {
  accounts: withActions(accounts, 'bookingDetails', 'bookingSites', 'siteDetails'),
  custody: withActions(custody, 'deskCustody', 'filesOf', 'photoLinks'),
  partner: withActions(partner),
  pricing: withActions(pricing, 'heldPrice', 'price', 'prices'),
  tracking: withActions(
    tracking,
    'assignmentDetails',
    'boxesOfCourier',
    'deskTracking',
    'hubDetails',
    'listDrivers',
    'listVehicles',
  ),
  webhooks: withActions(webhooks, 'deskDeliveries'),
};
export type JobsClients = Clients<typeof calls>;
export type JobsWriteContext = WriteContext<Tables, Config, typeof jobs>;
export type JobsCommandContext = CommandContext<Tables, Config, typeof jobs>;

export const { query, command, on, every, purge, task } = bind<Tables, Config>()(jobs, calls);
export const erasure = erasing<Tables>();

/** Remaining scenario steps of a sandbox job, earliest first; due with the first one. */
export const scenarioTask = taskType(
  'play-scenario',
  z.object({
    tenant_id: z.string(),
    job_id: z.string(),
    steps: z.array(z.object({ due_at: z.coerce.date<Date>(), stop: z.string() })),
  }),
  // About four minutes: a journey that is older is of no use to its tester.
  { attemptsMax: 6 },
);
