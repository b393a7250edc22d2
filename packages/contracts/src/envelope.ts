import { z } from 'zod';

/**
 * An event in transit between services. `data` is all that subscribers see; `internals` is for
 * services only.
 * `sequence` counts this producer's events of one job from 1, without gaps; 0 when there is no job.
 * `series` names the run of numbers it counts in: after a long rest a job's numbers begin again, in
 * a higher series.
 * `traceparent` is the trace context (W3C) of what emitted it.
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

/** The same object where nothing is to rename: every message of every consumer passes here. */
function renamed(value: unknown, former: string, current: string): unknown {
  if (!isFields(value) || !(former in value)) return value;
  const { [former]: moved, ...rest } = value;
  return { ...rest, [current]: moved };
}

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
