import { z } from 'zod';
import { command, query } from '../define.ts';
import { eventId, objectType, webhookId } from '../description.ts';
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
  .describe('Destination URL: a public https address without credentials.');
const wanted = z
  .array(z.string().min(1).max(64))
  .min(1)
  .max(100)
  .describe('Event types to subscribe to, from `/docs/events`; `*` subscribes to all.');

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
      object: objectType('webhook'),
      deleted: z.literal(true).describe('Always `true`: the endpoint was deleted.'),
    }),
    refusals: ['webhook_not_found'],
    issues: idIssues,
  }),
  /** The previous secret stays valid for 24 hours. */
  rotateSecret: command({
    input: byId,
    output: z.object({
      secret: signingSecret,
      old_secret_expires_at: timestamp.describe('When the previous secret expires, UTC.'),
    }),
    refusals: ['webhook_not_found'],
    issues: idIssues,
    secret: true,
  }),
  /** Sends a `webhook.test` event to this endpoint only. */
  test: command({
    input: byId,
    output: z.object({
      object: objectType('webhook_test'),
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
  /** For accounts, which includes it in the tenant's usage. */
  usage: query({ input: empty, output: webhookUsage, refusals: [] }),
  /** For jobs, which shows it to the control desk: for a job of any tenant. */
  deskDeliveries: query({
    input: z.object({ tenant_id: opaqueId, job_id: opaqueId }),
    output: deskDeliveries,
    refusals: [],
  }),
  /** Resends, in order of creation, these events or all since a time (up to 14 days back). */
  replay: command({
    input: z
      .object({
        id: opaqueId,
        event_ids: z
          .array(opaqueId)
          .min(1)
          .max(1_000)
          .optional()
          .describe('Ids of the events to resend, 1 to 1000. Send this or `since`.'),
        since: instant
          .optional()
          .describe(
            'Resends all events since this time, RFC 3339, at most 14 days back. Send this or `event_ids`.',
          ),
      })
      .refine((r) => (r.event_ids === undefined) !== (r.since === undefined), {
        path: ['event_ids'],
        error: 'send either event_ids or since',
      }),
    output: z.object({
      object: objectType('replay'),
      replayed: z.int().min(0).describe('Number of events that will be resent.'),
    }),
    refusals: ['webhook_not_found', 'replay_in_progress'],
    issues: idIssues,
    example: { id: 'wh_01KAK7QW3ZC5V8M2N4P6R8T0XK', since: '2026-11-02T08:00:00Z' },
  }),
  /** The event feed: the tenant's events of the last 30 days, oldest first. */
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
