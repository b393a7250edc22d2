import { z } from 'zod';
import { command, query } from '../define.ts';
import { eventId, webhookId } from '../description.ts';
import { deskDeliveries } from '../jobs/desk.ts';
import {
  byId,
  empty,
  instant,
  lineText,
  opaqueId,
  page,
  pageOf,
  timestamp,
} from '../primitives.ts';
import { feedEvent } from './events.ts';
import { opsEventsActions } from './ops-events.ts';
import {
  delivery,
  registeredWebhook,
  signingSecret,
  webhook,
  webhookHealth,
  webhookUsage,
} from './resource.ts';

const url = z
  .string()
  .min(1)
  .max(2_048)
  .describe('Where to POST events: a public https address without credentials in it.');
const wanted = z
  .array(z.string().min(1).max(64))
  .min(1)
  .max(100)
  .describe('Types of events to send, as `/docs/events` lists them; `*` stands for all.');

const idIssues = { 'id.invalid_format': 'webhook_not_found' } as const;

export const webhooksActions = {
  create: command({
    input: z.object({ url, events: wanted }),
    output: registeredWebhook,
    refusals: ['invalid_url', 'unknown_event_type', 'too_many_endpoints'],
    secret: true,
    example: { url: 'https://hooks.example.com/svc', events: ['job.created', 'pod.available'] },
  }),
  list: query({ input: z.object(page), output: pageOf(webhook), refusals: [] }),
  get: query({ input: byId, output: webhook, refusals: ['webhook_not_found'], issues: idIssues }),
  update: command({
    input: z.object({
      id: opaqueId,
      url: url.optional(),
      events: wanted.optional(),
      status: webhook.shape.status.optional(),
    }),
    output: webhook,
    refusals: ['webhook_not_found', 'invalid_url', 'unknown_event_type'],
    issues: idIssues,
    example: { id: 'wh_01KAK7QW3ZC5V8M2N4P6R8T0XK', events: ['*'], status: 'active' },
  }),
  remove: command({
    input: byId,
    output: z.object({
      id: webhookId,
      object: z.literal('webhook').describe('Names the resource: a webhook endpoint.'),
      deleted: z.literal(true).describe('Says that the endpoint is gone.'),
    }),
    refusals: ['webhook_not_found'],
    issues: idIssues,
  }),
  /** The old secret stays valid for 24 hours. */
  rotateSecret: command({
    input: byId,
    output: z.object({
      secret: signingSecret,
      old_secret_expires_at: timestamp.describe('Until when the former one is valid too, UTC.'),
    }),
    refusals: ['webhook_not_found'],
    issues: idIssues,
    secret: true,
  }),
  /** Sends a `webhook.test` event to this endpoint alone. */
  test: command({
    input: byId,
    output: z.object({
      object: z.literal('webhook_test').describe('Names the resource: a test of an endpoint.'),
      event_id: eventId,
    }),
    refusals: ['webhook_not_found'],
    issues: idIssues,
  }),
  listDeliveries: query({
    input: z.object({
      id: opaqueId,
      status: delivery.shape.status.optional(),
      ...page,
    }),
    output: pageOf(delivery),
    refusals: ['webhook_not_found'],
    issues: idIssues,
  }),
  health: query({
    input: byId,
    output: webhookHealth,
    refusals: ['webhook_not_found'],
    issues: idIssues,
  }),
  /** For accounts, which shows it beside what else the tenant uses. */
  usage: query({ input: empty, output: webhookUsage, refusals: [] }),
  /** For jobs, which shows it to the control desk: of any tenant's job. */
  deskDeliveries: query({
    input: z.object({ tenant_id: opaqueId, job_id: opaqueId }),
    output: deskDeliveries,
    refusals: [],
  }),
  /** Again, in order of creation: these events, or everything since a moment (14 days back). */
  replay: command({
    input: z
      .object({
        id: opaqueId,
        event_ids: z
          .array(opaqueId)
          .min(1)
          .max(1_000)
          .optional()
          .describe('Events to send again, 1 to 1000 ids; this or `since`.'),
        since: instant
          .optional()
          .describe(
            'Everything from this moment on, RFC 3339, at most 14 days back; this or `event_ids`.',
          ),
      })
      .refine((r) => (r.event_ids === undefined) !== (r.since === undefined), {
        path: ['event_ids'],
        error: 'send either event_ids or since',
      }),
    output: z.object({
      object: z.literal('replay').describe('Names the resource: a replay.'),
      replayed: z.int().min(0).describe('How many events will be sent again.'),
    }),
    refusals: ['webhook_not_found', 'replay_in_progress'],
    issues: idIssues,
    example: { id: 'wh_01KAK7QW3ZC5V8M2N4P6R8T0XK', since: '2026-11-02T08:00:00Z' },
  }),
  /** The poll feed: the tenant's events of 30 days, oldest first. */
  listEvents: query({
    input: z.object({
      ...page,
      type: lineText(64).optional().describe('Only events of this type, e.g. `job.created`.'),
    }),
    output: pageOf(feedEvent),
    refusals: [],
  }),
  getEvent: query({
    input: byId,
    output: feedEvent,
    refusals: ['event_not_found'],
    issues: { 'id.invalid_format': 'event_not_found' },
  }),

  ...opsEventsActions,
};
