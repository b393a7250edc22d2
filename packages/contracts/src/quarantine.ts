/**
 * An event that a consumer could not handle. The kit emits it in the transaction that stores the dead
 * letter; the control desk gets an alarm of it.
 */
import { z } from 'zod';
import { internalEvent } from './define.ts';
import { empty } from './primitives.ts';

const eventQuarantined = internalEvent({
  description: 'For webhooks: an event was put aside after its attempts, and has no effect yet.',
  data: z.object({
    /** As `<service>-<producer>`. */
    consumer: z.string(),
    event_id: z.string(),
    event_type: z.string(),
    /** Job of the event; empty without one. The order of the job's own events is another. */
    event_job_id: z.string(),
    attempts: z.int(),
  }),
  internals: empty,
});

/** For the contract of every service that consumes events, but for webhooks itself. */
export const quarantinedEvents = { 'event.quarantined': eventQuarantined };
