import { z } from 'zod';
import { eventId, explained, webhookId } from '../description.ts';
import { timestamp } from '../primitives.ts';

export const webhook = z
  .object({
    id: webhookId,
    object: z.literal('webhook').describe('Names the resource: a webhook endpoint.'),
    url: z.string().describe('Address that events are POSTed to.'),
    events: z.array(z.string()).describe('Types of events that it receives; `*` stands for all.'),
    status: explained(z.enum(['active', 'disabled']), 'Whether events are sent.', {
      active: 'events are sent as they happen.',
      disabled: 'by you, by a 410, or after five days without a success; replayable for 14 days.',
    }),
    created_at: timestamp.describe('When it was registered, UTC.'),
  })
  .describe('An address of yours that receives signed events.');
export type Webhook = z.infer<typeof webhook>;
export const signingSecret = z
  .string()
  .describe('Secret that deliveries are signed with, `whsec_…`; shown this once.');
export const registeredWebhook = webhook
  .extend({ secret: signingSecret })
  .describe('A new endpoint with its signing secret, which is shown this once.');

const failures = [
  'timeout',
  'name_not_resolved',
  'address_not_allowed',
  'connection_failed',
  'tls_failed',
  'invalid_response',
] as const;

export const delivery = z
  .object({
    id: z.string().describe('Id of the delivery: `whd_` and a ULID.'),
    object: z.literal('delivery').describe('Names the resource: a delivery.'),
    event_id: eventId,
    type: z.string().describe('Type of the event, e.g. `job.created`.'),
    attempt: z.int().min(0).describe('How many attempts were made; at most 12 in about 76 hours.'),
    status: explained(z.enum(['pending', 'succeeded', 'failed']), 'How it stands.', {
      pending: 'an attempt is due or under way.',
      succeeded: 'your endpoint answered 2xx.',
      failed: 'given up; it can be replayed.',
    }),
    response_code: z
      .int()
      .min(100)
      .max(599)
      .nullable()
      .describe('HTTP status of the last answer; null when there was none.'),
    failure: explained(
      z.enum(failures),
      'Why there was no complete answer; null where there was one, or no attempt yet.',
      {
        timeout: 'none within 10 seconds.',
        name_not_resolved: 'the host name has no address.',
        address_not_allowed: 'the address is not public.',
        connection_failed: 'the connection was refused or broke.',
        tls_failed: 'the certificate is not valid, or TLS failed.',
        invalid_response: 'the answer is not HTTP.',
      },
    ).nullable(),
    duration_ms: z
      .int()
      .min(0)
      .nullable()
      .describe('Milliseconds that the last attempt took; null before the first.'),
    response_excerpt: z
      .string()
      .nullable()
      .describe('Beginning of the body of the last answer, up to 16 KiB; null without one.'),
    attempted_at: timestamp
      .nullable()
      .describe('When the last attempt had ended, UTC; null before the first.'),
    next_attempt_at: timestamp
      .nullable()
      .describe('When the next attempt is due, UTC; null when none is.'),
    created_at: timestamp.describe('When the delivery was made, UTC.'),
  })
  .describe('One event on its way to one endpoint.');

const share = (what: string) =>
  z.int().min(0).describe(`Deliveries of the last seven days that ${what}.`);

/** Days are South African; those without a delivery are left out. */
const healthDay = z.object({
  day: z.iso.date().describe('South African day on which the deliveries were made.'),
  succeeded: z.int().min(0).describe('Deliveries of the day that your endpoint accepted.'),
  pending: z.int().min(0).describe('Deliveries of the day that are under way.'),
  failed: z.int().min(0).describe('Deliveries of the day that were given up.'),
});

export const webhookHealth = z
  .object({
    object: z.literal('webhook_health').describe('Names the resource: the health of an endpoint.'),
    webhook_id: webhookId,
    since: timestamp.describe('Deliveries made from this moment on are counted, UTC.'),
    is_complete: z
      .boolean()
      .describe('False where there were more than 50 000: then the newest 50 000 are counted.'),
    succeeded: share('your endpoint accepted'),
    retried: share('it accepted at a later attempt than the first'),
    pending: share('are under way'),
    failed: share('were given up'),
    last_success_at: timestamp
      .nullable()
      .describe('When one was last accepted, UTC; null where none was.'),
    median_ms: z
      .int()
      .min(0)
      .nullable()
      .describe('Median of what last attempts took, in milliseconds; null before the first.'),
    p95_ms: z
      .int()
      .min(0)
      .nullable()
      .describe(
        '95 of 100 last attempts took at most this, in milliseconds; null before the first.',
      ),
    days: z.array(healthDay).describe('The same by day, the newest first.'),
  })
  .describe('How deliveries to an endpoint went in the last seven days.');
export type WebhookHealth = z.infer<typeof webhookHealth>;

export const webhookUsage = z
  .object({
    endpoints: z.int().min(0).describe('Endpoints that are registered, disabled ones among them.'),
    endpoints_max: z.int().min(1).describe('How many endpoints you may have.'),
    since: timestamp.describe('Deliveries made from this moment on are counted, UTC.'),
    is_complete: z
      .boolean()
      .describe('False where an endpoint has more deliveries than are counted: then its newest.'),
    days: z
      .array(healthDay)
      .describe('Deliveries to all your endpoints by day, the newest first, of seven days.'),
  })
  .describe('Endpoints and deliveries of the last seven days.');
