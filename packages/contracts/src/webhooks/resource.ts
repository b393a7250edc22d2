import { z } from 'zod';
import { timestamp } from '../primitives.ts';

export const webhook = z.object({
  id: z.string(),
  object: z.literal('webhook'),
  url: z.string(),
  events: z.array(z.string()),
  status: z.enum(['active', 'disabled']),
  created_at: timestamp,
});
export type Webhook = z.infer<typeof webhook>;
export const registeredWebhook = webhook.extend({ secret: z.string() });

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
