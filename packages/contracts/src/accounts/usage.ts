/** Usage of a tenant against its limits; each service counts what it keeps. */
import { z } from 'zod';
import { query } from '../define.ts';
import { empty, storageUse } from '../primitives.ts';
import { webhookUsage } from '../webhooks/resource.ts';

/** Days of which requests are shown, today among them. */
export const requestCountDays = 30;

/** Requests of one caller of the sandbox within any 60 s. */
export const sandboxRequestsPerMinute = 60;
/** Requests above the limit of a minute that a client of live may send before it is refused. */
export const requestBurst = (perMinute: number): number => Math.round(perMinute / 6);

const countOfDay = {
  requests: z
    .int()
    .min(0)
    .describe('Requests with a credential of yours that were answered, refused ones among them.'),
  rate_limited: z
    .int()
    .min(0)
    .describe('Of these, refused with 429: more came within a minute than the limit allows.'),
};

/**
 * Grow-only counter of one gateway process, tenant and South African day: the greatest value that
 * was recorded under its id counts, so a repeated call changes nothing.
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
    object: z.literal('usage').describe('Names the resource: your usage.'),
    rate_limit: z
      .object({
        per_minute: z
          .int()
          .min(1)
          .describe('Requests that each client or API key may send within any 60 seconds.'),
        burst: z
          .int()
          .min(0)
          .describe('Requests above it that are not refused; they come back within ten minutes.'),
      })
      .describe('What holds for each of your clients and API keys.'),
    request_days: z
      .array(
        z.object({
          day: z.iso.date().describe('South African day on which the requests came.'),
          ...countOfDay,
        }),
      )
      .describe(
        `Requests by day, the newest first: of ${requestCountDays} days with today, without days that had none.`,
      ),
    clients: inUse('OAuth clients that are not revoked.'),
    api_keys: inUse('API keys that are not revoked.'),
    sites: inUse('Sites of your own, without those shared with you.'),
    users: inUse('People of your organisation, invited ones among them.'),
    webhooks: webhookUsage
      .nullable()
      .describe('Endpoints and deliveries; null while they cannot be counted: ask again.'),
    proof_files: storageUse
      .nullable()
      .describe(
        'Signatures and photos of your jobs that are kept; null while they cannot be counted.',
      ),
    wholesale_files: storageUse
      .nullable()
      .describe('Files of orders from you that are kept; null while they cannot be counted.'),
  })
  .describe('What your organisation uses, beside the limits that hold for it.');
export type Usage = z.infer<typeof usage>;

export const usageActions = {
  usage: query({ input: empty, output: usage, refusals: [] }),
};
