/**
 * The audit log: what people changed at the desk and in settings. Why: docs/architecture/access.md.
 */
import { z } from 'zod';
import { changedFields } from '../change.ts';
import { query } from '../define.ts';
import { idOf, tenantId } from '../description.ts';
import { instant, opaqueId, page, pageOf, timestamp } from '../primitives.ts';

export const change = z
  .object({
    object: z.literal('change').describe('Names the resource: a change that a person made.'),
    id: idOf('chg', 'the change'),
    created_at: timestamp.describe('When it was made, UTC.'),
    person_id: z
      .string()
      .describe(
        'The user who made it: `usr_…`; stays when the user is removed. Of a proof that a program of the carrier opened, its client: `cli_…`.',
      ),
    person_name: z
      .string()
      .nullable()
      .describe(
        'Name of the user; null for one who was removed or is of another organisation, and for a client.',
      ),
    action: z.string().describe('What was done, as `<service>.<action>`, e.g. `jobs.cancel`.'),
    object_id: z
      .string()
      .nullable()
      .describe('Id of what was changed; null where it has none, such as booking defaults.'),
    tenant_id: tenantId.describe('The organisation whose data was changed: `ten_…`.'),
    reason: z
      .string()
      .nullable()
      .describe('The reason that the person gave; null where none is asked for.'),
    before: changedFields.describe(
      'Changed fields as they were, by their dotted names; `withheld` in the place of personal data.',
    ),
    after: changedFields.describe('The same fields as they are since then.'),
  })
  .describe('A change that a person made: who, when, what and why.');
export type LoggedChange = z.infer<typeof change>;

export const auditLogActions = {
  /** Of the caller's data, or made by its people; newest first. */
  listChanges: query({
    input: z.object({
      ...page,
      limit: z.int().min(1).max(500).default(100).describe('How many items a page holds at most.'),
      person_id: opaqueId.optional().describe('Only changes by this user: `usr_…`.'),
      action: z
        .string()
        .regex(/^[A-Za-z]{1,20}\.[A-Za-z]{1,40}$/)
        .optional()
        .describe('Only changes of this kind, e.g. `accounts.updateUser`.'),
      object_id: opaqueId.optional().describe('Only changes of what has this id.'),
      created_gte: instant.optional().describe('Only changes at this time or after it, RFC 3339.'),
      created_lt: instant.optional().describe('Only changes before this time, RFC 3339.'),
    }),
    output: pageOf(change),
    refusals: [],
  }),
};
