/** Usage of a tenant against its limits; each service counts its own data. */

import { z } from 'zod';
import { query } from '../define.ts';
import { objectType } from '../description.ts';
import { empty, storageUse } from '../primitives.ts';
import { webhookUsage } from '../webhooks/resource.ts';

/** Days of request counts shown, including today. */
export const requestCountDays = 30;

/** Rate limit of a sandbox caller in any 60 s. */
export const sandboxRequestsPerMinute = 60;
/** Burst: requests above the limit per minute that a live client may send before it is refused. */
export const requestBurst = (perMinute: number): number => Math.round(perMinute / 6);

const countOfDay = {
  requests: z.int().min(0).describe('Requests made with your credentials, including refused ones.'),
  rate_limited: z
    .int()
    .min(0)
    .describe('How many of them were refused with 429 because the rate limit was exceeded.'),
};

/**
 * Grow-only counter of one gateway process, tenant and South African day: the greatest recorded
 * value of an id counts, so a repeated call changes nothing.
 */
export const recordedCount = z.object({
  tenant_id: z.string().max(200),
  day: z.iso.date(),
  counter_id: z.string().max(64),
  ...countOfDay,
});
export type RecordedCount = z.infer<typeof recordedCount>;

const inUse = (what: string) => z.int().min(0).describe(what);

export const usage = z
  .object({
    object: objectType('usage'),
    rate_limit: z
      .object({
        per_minute: z
          .int()
          .min(1)
          .describe('Rate limit of each client or API key: requests in any 60 seconds.'),
        burst: z
          .int()
          .min(0)
          .describe('Burst: requests allowed above the limit, replenished within ten minutes.'),
      })
      .describe('Rate limits of each of your clients and API keys.'),
    request_days: z
      .array(
        z.object({
          day: z.iso.date().describe('Day of the requests, in South African time.'),
          ...countOfDay,
        }),
      )
      .describe(
        `Requests by day, newest first: the last ${requestCountDays} days including today, without days that had none.`,
      ),
    clients: inUse('OAuth clients, excluding revoked ones.'),
    api_keys: inUse('API keys, excluding revoked ones.'),
    sites: inUse('Your own sites, excluding those shared with you.'),
    users: inUse('Users of your organisation, including invited ones.'),
    webhooks: webhookUsage
      .nullable()
      .describe('Webhook endpoints and deliveries; null if temporarily unavailable.'),
    proof_files: storageUse
      .nullable()
      .describe('Stored signatures and photos of your jobs; null if temporarily unavailable.'),
    wholesale_files: storageUse
      .nullable()
      .describe('Stored order files from you; null if temporarily unavailable.'),
  })
  .describe('Usage of your organisation, with its limits.');
export type Usage = z.infer<typeof usage>;

export const usageActions = {
  usage: query({ input: empty, output: usage, refusals: [] }),
};
