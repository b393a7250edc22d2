import { z } from 'zod';

/**
 * An event in transit between services. Subscribers see `data` only; `internals` is for services.
 * `sequence` counts this producer's events of one job from 1, without gaps; 0 without a job.
 * `series` names the numbering it counts in: after a long inactivity a job's numbers restart in a
 * higher series. `traceparent` is the W3C trace context of the emitter.
 */
export const envelope = z.object({
  id: z.string(),
  producer: z.string(),
  type: z.string(),
  tenant_id: z.string(),
  job_id: z.string(),
  series: z.int().min(0).optional(),
  sequence: z.int().min(0),
  created_at: z.string(),
  data: z.record(z.string(), z.unknown()),
  internals: z.record(z.string(), z.unknown()),
  traceparent: z.string().optional(),
});
export type Envelope = z.infer<typeof envelope>;

/**
 * Upgrades a message of version 0.1 to the field names of today: `facts` → `internals`, and within
 * them `told` → `occurred`, `job.booked_as` → `job.booking_identity`. Streams and outboxes keep
 * events for 7 days, so messages with the former names arrive for as long after an upgrade, and
 * would be rejected as undecodable. To be removed in the version after next. Why:
 * docs/architecture/data.md.
 */
export function withCurrentNames(value: unknown): unknown {
  const message = renamed(value, 'facts', 'internals');
  if (!isFields(message)) return message;
  const internals = renamed(message.internals, 'told', 'occurred');
  if (!isFields(internals)) return message;
  const job = renamed(internals.job, 'booked_as', 'booking_identity');
  if (job !== internals.job) return { ...message, internals: { ...internals, job } };
  return internals === message.internals ? message : { ...message, internals };
}

type Fields = Readonly<Record<string, unknown>>;

/** Returns the same object if there is nothing to rename: every consumed message passes here. */
function renamed(value: unknown, former: string, current: string): unknown {
  if (!isFields(value) || !(former in value)) return value;
  const { [former]: moved, ...rest } = value;
  return { ...rest, [current]: moved };
}

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
