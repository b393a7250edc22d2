import { z } from 'zod';
import { internalEvent, publicEvent } from '../define.ts';
import { eventId, tenantId, webhookId } from '../description.ts';
import { custodyFact } from '../jobs/internals.ts';
import { empty, timestamp } from '../primitives.ts';

/** Schema of feed items and of webhook bodies. */
export const feedEvent = z
  .object({
    id: eventId.describe('Id of the event, identical in every delivery. Deduplicate by it.'),
    type: z.string().describe('Event type, e.g. `job.created`; more types may be added.'),
    created_at: timestamp.describe('When the event occurred, UTC.'),
    tenant_id: tenantId,
    job_id: z.string().describe('Id of the job; empty for events without a job.'),
    /** Also 0 for events more than a year after the last event of an ended job. */
    sequence: z
      .int()
      .min(0)
      .describe(
        'Sequence number within the job, from 1, without gaps. Order events by it. 0 for events without a job.',
      ),
    data: z.record(z.string(), z.unknown()).describe('Data, whose fields depend on `type`.'),
  })
  .describe('An event, as sent to webhook endpoints and listed by the event feed.');

/** Sent to one endpoint on request; not fanned out. */
export const webhooksEvents = {
  'disposition.recorded': internalEvent({
    description: 'For custody: a person decided on contents that were out of range.',
    data: z.object({ job_id: z.string(), ref: z.string() }),
    internals: z.object({ custody: custodyFact }),
  }),
  'webhook.test': publicEvent({
    description: 'A test event that you requested, sent to one endpoint only.',
    data: z.object({
      message: z.string().describe('Fixed text that confirms receipt.'),
      webhook_id: webhookId,
    }),
    internals: empty,
    example: { message: 'It works.', webhook_id: 'wh_01KAK7QW3ZC5V8M2N4P6R8T0XK' },
  }),
};
