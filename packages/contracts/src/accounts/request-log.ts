/** The request log: API requests made with a tenant's credentials. */
import { z } from 'zod';
import { command, query } from '../define.ts';
import { idOf, objectType } from '../description.ts';
import { opaqueId, page, pageOf, timestamp } from '../primitives.ts';
import { recordedCount } from './usage.ts';

/** Retention of the log. */
export const requestLogDays = 7;
/** Maximum entries, and counters, of one call of `recordRequests`. */
export const recordedMax = 500;

export const loggedPathMax = 200;

export const loggedRequest = z
  .object({
    object: objectType('request'),
    id: idOf('req', 'the request').describe(
      'Id of the request, as in the `x-request-id` response header.',
    ),
    created_at: timestamp.describe('When the request arrived, UTC.'),
    client_id: z.string().max(200).describe('Client or API key that made the request.'),
    method: z.string().max(16).describe('HTTP method, e.g. `GET`, as sent by the client.'),
    path: z.string().max(loggedPathMax).describe('Path without query, cut to 200 characters.'),
    status: z.int().min(100).max(599).describe('HTTP status of the response.'),
    code: z.string().max(64).nullable().describe('Error code of the response; null if successful.'),
    duration_ms: z.number().min(0).describe('Time until the end of the response, in milliseconds.'),
  })
  .describe('A request as the gateway saw it. Headers, query and body are not recorded.');

export const recordedRequest = loggedRequest
  .omit({ object: true })
  .extend({ tenant_id: z.string().max(200) });
export type RecordedRequest = z.infer<typeof recordedRequest>;

export const requestLogActions = {
  /** From the gateways, for any tenants; entries that exist already stay unchanged. */
  recordRequests: command({
    input: z.object({
      requests: z.array(recordedRequest).max(recordedMax),
      counts: z.array(recordedCount).max(recordedMax).default([]),
    }),
    output: z.object({}),
    refusals: [],
  }),
  /** Newest first. */
  listRequests: query({
    input: z.object({
      ...page,
      request_id: opaqueId.optional().describe('Only the request with this `x-request-id`.'),
      client_id: opaqueId.optional().describe('Only requests of this client or API key.'),
      failed: z
        .boolean()
        .optional()
        .describe('`true`: only requests with status 400 or above; `false`: only the others.'),
    }),
    output: pageOf(loggedRequest),
    refusals: [],
  }),
};
