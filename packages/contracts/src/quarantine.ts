/**
 * An event that a consumer could not handle. The kit emits it in the transaction that stores the
 * dead letter; it raises an alarm at the control desk.
 */
import { z } from 'zod';
import { internalEvent } from './define.ts';
import { empty } from './primitives.ts';

const eventQuarantined = internalEvent({
  description:
    'For webhooks: an event was quarantined after its last attempt and has not taken effect.',
  data: z.object({
    /** As `<service>-<producer>`. */
    consumer: z.string(),
    event_id: z.string(),
    event_type: z.string(),
    /** Job of the event; empty without one. Does not follow the order of the job's own events. */
    event_job_id: z.string(),
    attempts: z.int(),
  }),
  internals: empty,
});

/** For the contract of every service that consumes events, except webhooks itself. */
export const quarantinedEvents = { 'event.quarantined': eventQuarantined };
