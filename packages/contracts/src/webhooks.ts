/**
 * Webhooks: signed deliveries of events to the endpoints that tenants registered.
 *
 * Terms
 * - **endpoint**: an address of a tenant with the event types it wants and its signing secret.
 * - **delivery**: one event on its way to one endpoint; tried until it succeeds or is given up.
 * - **attempt**: one POST of a delivery.
 * - **feed**: the same events, to be fetched instead of received.
 */
import { z } from 'zod';
import { command, defineContract, event, query } from './define.ts';
import { empty, opaqueId, text, timestamp } from './primitives.ts';

/** Every type a subscriber can meet (API document, Event types; decisions). */
export const publicEventTypes = [
  'quote.created',
  'job.created',
  'job.assigned',
  'job.updated',
  'job.cancelled',
  'driver.en_route',
  'pickup.arriving',
  'pickup.completed',
  'pickup.failed',
  'pickup.missed',
  'custody.scanned',
  'seal.broken',
  'temperature.reading',
  'temperature.excursion',
  'eta.changed',
  'sla.at_risk',
  'sla.breached',
  'delivery.arriving',
  'delivery.completed',
  'delivery.failed',
  'return.created',
  'return.completed',
  'pod.available',
  'certificate.issued',
  'invoice.issued',
  'statement.issued',
  'payout.sent',
  'incident.reported',
  'compliance.expiring',
  'webhook.test',
] as const;

const url = z.string().min(1).max(2_048);
const wanted = z.array(z.string().min(1).max(64)).min(1).max(100);

export const webhook = z.object({
  id: z.string(),
  object: z.literal('webhook'),
  url: z.string(),
  events: z.array(z.string()),
  status: z.enum(['active', 'disabled']),
  created_at: timestamp,
});
export type Webhook = z.infer<typeof webhook>;
const registered = webhook.extend({ secret: z.string() });

export const publicEvent = z.object({
  id: z.string(),
  type: z.string(),
  created_at: timestamp,
  tenant_id: z.string(),
  /** Empty for events without a job. */
  job_id: z.string(),
  /**
   * Per job, without gaps, in the order of fan-out; 0 without a job, and for what comes more than a
   * year after the last event of a job that has ended.
   */
  sequence: z.int().min(0),
  data: z.record(z.string(), z.unknown()),
});
export type PublicEvent = z.infer<typeof publicEvent>;

export const delivery = z.object({
  id: z.string(),
  object: z.literal('delivery'),
  event_id: z.string(),
  type: z.string(),
  attempt: z.int().min(0),
  status: z.enum(['pending', 'succeeded', 'failed']),
  response_code: z.int().nullable(),
  /** Why there was no complete answer; null where there was one, or no attempt yet. */
  failure: z
    .enum([
      'timeout',
      'name_not_resolved',
      'address_not_allowed',
      'connection_failed',
      'tls_failed',
      'invalid_response',
    ])
    .nullable(),
  duration_ms: z.int().nullable(),
  response_excerpt: z.string().nullable(),
  /** When the last attempt had ended; null before the first. */
  attempted_at: timestamp.nullable(),
  next_attempt_at: timestamp.nullable(),
  created_at: timestamp,
});

const pageOf = <T extends z.ZodType>(item: T) =>
  z.object({ object: z.literal('list'), data: z.array(item), has_more: z.boolean() });
const page = {
  limit: z.int().min(1).max(100).default(20),
  starting_after: opaqueId.optional(),
};
const byId = z.object({ id: opaqueId });
const idIssues = { 'id.invalid_format': 'webhook_not_found' } as const;

export const webhooks = defineContract({
  name: 'webhooks',
  actions: {
    create: command({
      input: z.object({ url, events: wanted }),
      output: registered,
      refusals: ['invalid_url', 'unknown_event_type'],
      secret: true,
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
      refusals: ['webhook_not_found'],
      issues: idIssues,
    }),
    /** The poll feed: the tenant's events of 30 days, oldest first. */
    listEvents: query({
      input: z.object({
        limit: z.int().min(1).max(100).default(20),
        starting_after: opaqueId.optional(),
        type: text(64).optional(),
      }),
      output: pageOf(publicEvent),
      refusals: [],
    }),
  },
  events: {
    'webhook.test': event(z.object({ message: z.string(), webhook_id: z.string() }), empty),
  },
});
