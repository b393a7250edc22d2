import { z } from 'zod';
import { command, query } from '../define.ts';
import { byId, opaqueId, page, pageOf, text, timestamp } from '../primitives.ts';
import { feedEvent } from './events.ts';
import { delivery, registeredWebhook, webhook } from './resource.ts';

const url = z.string().min(1).max(2_048);
const wanted = z.array(z.string().min(1).max(64)).min(1).max(100);

const idIssues = { 'id.invalid_format': 'webhook_not_found' } as const;

export const webhooksActions = {
  create: command({
    input: z.object({ url, events: wanted }),
    output: registeredWebhook,
    refusals: ['invalid_url', 'unknown_event_type', 'endpoint_exists', 'too_many_endpoints'],
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
    refusals: ['webhook_not_found', 'invalid_url', 'unknown_event_type', 'endpoint_exists'],
    issues: idIssues,
    example: { id: 'wh_01KAK7QW3ZC5V8M2N4P6R8T0XK', events: ['*'], status: 'active' },
  }),
  remove: command({
    input: byId,
    output: z.object({ id: z.string(), object: z.literal('webhook'), deleted: z.literal(true) }),
    refusals: ['webhook_not_found'],
    issues: idIssues,
  }),
  /** The old secret stays valid for 24 hours. */
  rotateSecret: command({
    input: byId,
    output: z.object({ secret: z.string(), old_secret_expires_at: timestamp }),
    refusals: ['webhook_not_found'],
    issues: idIssues,
    secret: true,
  }),
  /** Sends a `webhook.test` event to this endpoint alone. */
  test: command({
    input: byId,
    output: z.object({ object: z.literal('webhook_test'), event_id: z.string() }),
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
  /** Again, in order of creation: these events, or everything since a moment (14 days back). */
  replay: command({
    input: z
      .object({
        id: opaqueId,
        event_ids: z.array(opaqueId).min(1).max(1_000).optional(),
        since: z.iso.datetime({ offset: true }).optional(),
      })
      .refine((r) => (r.event_ids === undefined) !== (r.since === undefined), {
        path: ['event_ids'],
        error: 'send either event_ids or since',
      }),
    output: z.object({ object: z.literal('replay'), replayed: z.int() }),
    refusals: ['webhook_not_found', 'replay_in_progress'],
    issues: idIssues,
    example: { id: 'wh_01KAK7QW3ZC5V8M2N4P6R8T0XK', since: '2026-11-02T08:00:00Z' },
  }),
  /** The poll feed: the tenant's events of 30 days, oldest first. */
  listEvents: query({
    input: z.object({
      ...page,
      type: text(64).optional(),
    }),
    output: pageOf(feedEvent),
    refusals: [],
  }),
};
