/** The request log: what a tenant's own credentials asked of the API. */
import { z } from 'zod';
import { command, query } from '../define.ts';
import { idOf } from '../description.ts';
import { opaqueId, page, pageOf, timestamp } from '../primitives.ts';
import { recordedCount } from './usage.ts';

/** For this long a request is found. */
export const requestLogDays = 7;
/** Entries of one call of `recordRequests`, and counters. */
export const recordedMax = 500;

export const loggedPathMax = 200;

export const loggedRequest = z
  .object({
    object: z.literal('request').describe('Names the resource: a request of yours.'),
    id: idOf('req', 'the request').describe('What the response carried as `x-request-id`.'),
    created_at: timestamp.describe('When it arrived, UTC.'),
    client_id: z.string().max(200).describe('The client or API key whose credential it carried.'),
    method: z.string().max(16).describe('HTTP method, e.g. `GET`, as the client sent it.'),
    path: z
      .string()
      .max(loggedPathMax)
      .describe('Path without its query, cut off after 200 characters.'),
    status: z.int().min(100).max(599).describe('HTTP status of the response.'),
    code: z
      .string()
      .max(64)
      .nullable()
      .describe('Code of the problem in the response; null where there was none.'),
    duration_ms: z
      .number()
      .min(0)
      .describe('From its arrival to the end of the response, in milliseconds.'),
  })
  .describe('A request as the gateway saw it: no header, no query, no body.');

export const recordedRequest = loggedRequest
  .omit({ object: true })
  .extend({ tenant_id: z.string().max(200) });
export type RecordedRequest = z.infer<typeof recordedRequest>;

export const requestLogActions = {
  /** From the gateways, of any tenants; a request that is there already stays as it is. */
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
      request_id: opaqueId
        .optional()
        .describe('Only the one whose answer carried this `x-request-id`.'),
      client_id: opaqueId.optional().describe('Only requests of this client or API key.'),
      failed: z
        .boolean()
        .optional()
        .describe('`true`: only those with a status of 400 or above; `false`: only the others.'),
    }),
    output: pageOf(loggedRequest),
    refusals: [],
  }),
};
