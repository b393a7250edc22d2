import { z } from 'zod';

/**
 * A fact on its way between services.
 * `data` is all that subscribers ever see; `facts` is for services only.
 * `sequence` counts this producer's events of one job from 1, without gaps; 0 when there is no job.
 */
export const envelope = z.object({
  id: z.string(),
  producer: z.string(),
  type: z.string(),
  tenant_id: z.string(),
  job_id: z.string(),
  sequence: z.int().min(0),
  created_at: z.string(),
  data: z.record(z.string(), z.unknown()),
  facts: z.record(z.string(), z.unknown()),
});
export type Envelope = z.infer<typeof envelope>;
