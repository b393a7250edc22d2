import { z } from 'zod';
import { publicEvent } from '../define.ts';
import { empty, timestamp } from '../primitives.ts';

/** Schema of feed items and of webhook bodies. */
export const feedEvent = z.object({
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

/** Sent to one endpoint on request; not fanned out. */
export const webhooksEvents = {
  'webhook.test': publicEvent({
    description: 'A test that you asked for, sent to one endpoint.',
    data: z.object({ message: z.string(), webhook_id: z.string() }),
    internals: empty,
    example: { message: 'It works.', webhook_id: 'wh_01KAK7QW3ZC5V8M2N4P6R8T0XK' },
  }),
};
