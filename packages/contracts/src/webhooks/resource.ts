import { z } from 'zod';
import { eventId, explained, objectType, webhookId } from '../description.ts';
import { timestamp } from '../primitives.ts';

export const webhook = z
  .object({
    id: webhookId,
    object: objectType('webhook'),
    url: z.string().describe('URL that events are sent to.'),
    events: z.array(z.string()).describe('Subscribed event types; `*` means all.'),
    status: explained(z.enum(['active', 'disabled']), 'Whether events are sent to the endpoint.', {
      active: 'events are sent as they happen.',
      disabled:
        'disabled by you, by a 410 response, or after five days without success; events can be replayed for 14 days.',
    }),
    created_at: timestamp.describe('When it was registered, UTC.'),
  })
  .describe('A webhook endpoint of yours, which receives signed events.');
export type Webhook = z.infer<typeof webhook>;
export const signingSecret = z.string().describe('Signing secret, `whsec_…`. Returned only once.');
export const registeredWebhook = webhook
  .extend({ secret: signingSecret })
  .describe('A new endpoint with its signing secret, which is returned only once.');

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
    object: objectType('delivery'),
    event_id: eventId,
    type: z.string().describe('Event type, e.g. `job.created`.'),
    attempt: z.int().min(0).describe('Number of attempts so far.'),
    status: explained(z.enum(['pending', 'succeeded', 'failed']), 'Status of the delivery.', {
      pending: 'an attempt is due or in progress.',
      succeeded: 'your endpoint returned 2xx.',
      failed: 'all attempts failed; it can be replayed.',
    }),
    response_code: z
      .int()
      .min(100)
      .max(599)
      .nullable()
      .describe('HTTP status of the last response; null if there was none.'),
    failure: explained(
      z.enum(failures),
      'Why the last attempt got no complete response; null if it did, or before the first attempt.',
      {
        timeout: 'no response within 10 seconds.',
        name_not_resolved: 'the host name could not be resolved.',
        address_not_allowed: 'the address is not public.',
        connection_failed: 'the connection was refused or lost.',
        tls_failed: 'the certificate is not valid, or TLS failed.',
        invalid_response: 'the response is not HTTP.',
      },
    ).nullable(),
    duration_ms: z
      .int()
      .min(0)
      .nullable()
      .describe('Duration of the last attempt in milliseconds; null before the first.'),
    response_excerpt: z
      .string()
      .nullable()
      .describe('Start of the last response body, up to 16 KiB; null if there was none.'),
    attempted_at: timestamp.nullable().describe('End of the last attempt, UTC; null before it.'),
    next_attempt_at: timestamp
      .nullable()
      .describe('When the next attempt is due, UTC; null if none.'),
    created_at: timestamp.describe('When the delivery was created, UTC.'),
  })
  .describe('Delivery of one event to one endpoint.');

const share = (what: string) =>
  z.int().min(0).describe(`Deliveries of the last seven days that ${what}.`);

/** South African days; days without a delivery are omitted. */
const healthDay = z.object({
  day: z.iso.date().describe('Day on which the deliveries were created, in South African time.'),
  succeeded: z.int().min(0).describe('Deliveries of the day that your endpoint acknowledged.'),
  pending: z.int().min(0).describe('Deliveries of the day that are in progress.'),
  failed: z.int().min(0).describe('Deliveries of the day that failed permanently.'),
});

export const webhookHealth = z
  .object({
    object: objectType('webhook_health'),
    webhook_id: webhookId,
    since: timestamp.describe('Start of the counted period, UTC: deliveries created since then.'),
    is_complete: z
      .boolean()
      .describe(
        '`false` if there were more than 50 000 deliveries: only the newest 50 000 are counted.',
      ),
    succeeded: share('your endpoint acknowledged'),
    retried: share('your endpoint acknowledged after a retry'),
    pending: share('are in progress'),
    failed: share('failed permanently'),
    last_success_at: timestamp
      .nullable()
      .describe('When a delivery was last acknowledged, UTC; null if none was.'),
    median_ms: z
      .int()
      .min(0)
      .nullable()
      .describe('Median duration of the last attempts, in milliseconds; null before the first.'),
    p95_ms: z
      .int()
      .min(0)
      .nullable()
      .describe(
        '95th percentile of the duration of the last attempts, in milliseconds; null before the first.',
      ),
    days: z.array(healthDay).describe('The same counts by day, newest first.'),
  })
  .describe('Delivery statistics of an endpoint for the last seven days.');
export type WebhookHealth = z.infer<typeof webhookHealth>;

export const webhookUsage = z
  .object({
    endpoints: z.int().min(0).describe('Registered endpoints, including disabled ones.'),
    endpoints_max: z.int().min(1).describe('Maximum number of endpoints.'),
    since: timestamp.describe('Start of the counted period, UTC: deliveries created since then.'),
    is_complete: z
      .boolean()
      .describe(
        '`false` if an endpoint has more deliveries than are counted: only its newest are.',
      ),
    days: z.array(healthDay).describe('Deliveries to all your endpoints by day, newest first.'),
  })
  .describe('Endpoints, and deliveries of the last seven days.');
