import { z } from 'zod';
import { publicEvent } from '../define.ts';
import { eventId, tenantId, webhookId } from '../description.ts';
import { empty, timestamp } from '../primitives.ts';

/** Schema of feed items and of webhook bodies. */
export const feedEvent = z
  .object({
    id: eventId.describe('Id of the event, the same for every delivery of it: drop what you know.'),
    type: z.string().describe('Type of the event, e.g. `job.created`; more types may be added.'),
    created_at: timestamp.describe('When it happened, UTC.'),
    tenant_id: tenantId,
    job_id: z.string().describe('Id of the job that it is about; empty for events without a job.'),
    /** Also 0 for what comes more than a year after the last event of a job that has ended. */
    sequence: z
      .int()
      .min(0)
      .describe('Number within the job, from 1, without gaps: sort by it; 0 without a job.'),
    data: z.record(z.string(), z.unknown()).describe('What happened, by the type of the event.'),
  })
  .describe('An event, as it is POSTed to endpoints and listed in the feed.');

/** Sent to one endpoint on request; not fanned out. */
export const webhooksEvents = {
  'webhook.test': publicEvent({
    description: 'A test that you asked for, sent to one endpoint.',
    data: z.object({
      message: z.string().describe('Text that says that the endpoint works.'),
      webhook_id: webhookId,
    }),
    internals: empty,
    example: { message: 'It works.', webhook_id: 'wh_01KAK7QW3ZC5V8M2N4P6R8T0XK' },
  }),
};
