/** Consumables that the carrier hands out at sites: no assets, so counted and not followed. */
import { z } from 'zod';
import { command, query } from '../define.ts';
import { explained, idOf, jobId, objectType, siteId } from '../description.ts';
import { instant, opaqueId, page, pageOf, timestamp } from '../primitives.ts';

export const consumableKind = explained(
  z.enum(['seal', 'cool_pack', 'box', 'bag', 'label_roll']),
  'Kind of the consumables.',
  {
    seal: 'numbered seals.',
    cool_pack: 'packs that cool or keep warm.',
    box: 'boxes that stay there; one that comes back is an asset.',
    bag: 'bags and liners for specimens.',
    label_roll: 'rolls of labels.',
  },
);
const count = z
  .int()
  .min(-9_999)
  .max(9_999)
  .refine((each) => each !== 0, { error: 'not 0' })
  .describe('How many; negative for what was taken back or recorded by mistake. Not 0.');

export const handOut = z
  .object({
    object: objectType('consumables_hand_out'),
    id: idOf('cho', 'the record'),
    kind: consumableKind,
    count,
    site_id: siteId.describe('Site that got them.'),
    job_id: jobId.nullable().describe('Job with which they came; null for none.'),
    by: z.string().describe('Role and pseudonymous id of who handed them out. No name.'),
    at: timestamp.describe('When they were handed out, UTC.'),
    created_at: timestamp.describe('When it was recorded, UTC.'),
  })
  .describe('Consumables that were handed out at a site.');
export type ConsumableKind = z.infer<typeof consumableKind>;
export type HandOut = z.infer<typeof handOut>;

const sum = {
  kind: consumableKind,
  count: z.int().min(-1e9).max(1e9).describe('Their sum.'),
};
const total = z.object({ site_id: siteId, ...sum }).describe('What a site got of a kind.');
const personTotal = z
  .object({ by: handOut.shape.by, ...sum })
  .describe('What a person handed out of a kind.');

export const consumableActions = {
  /** A courier names the job with which they come. */
  handOutConsumables: command({
    input: z
      .object({
        kind: consumableKind,
        count,
        site_id: opaqueId.describe('Site that gets them.'),
        job_id: opaqueId.optional().describe('Job with which they come: id or reference.'),
        at: instant
          .optional()
          .describe('When they were handed out; defaults to now. At most 60 s in the future.'),
        courier_id: opaqueId.optional(),
      })
      .refine(({ courier_id, job_id }) => courier_id === undefined || job_id !== undefined, {
        path: ['job_id'],
        error: 'the job with which they come',
      }),
    output: handOut,
    refusals: ['unknown_site', 'job_not_found', 'invalid_time'],
    issues: { 'job_id.invalid_format': 'job_not_found' },
    example: { kind: 'cool_pack', count: 12, site_id: 'site_01J', job_id: 'job_01J' },
  }),
  listHandOuts: query({
    input: z.object({
      site_id: opaqueId.optional().describe('Only those at this site.'),
      kind: consumableKind.optional().describe(`Only this kind. ${consumableKind.description}`),
      from: instant.optional().describe('Only those handed out since then.'),
      to: instant.optional().describe('Only those handed out before then.'),
      ...page,
    }),
    output: pageOf(handOut).extend({
      totals: z.array(total).describe('Sums of all that match, by site and kind; of every page.'),
      by_person: z
        .array(personTotal)
        .describe('The same sums by who handed them out, and kind; of every page.'),
    }),
    refusals: [],
  }),
};
