/**
 * The audit log: changes that people made at the desk and in settings. Why:
 * docs/architecture/access.md.
 */
import { z } from 'zod';
import { changedFields } from '../change.ts';
import { query } from '../define.ts';
import { idOf, objectType, tenantId } from '../description.ts';
import { instant, opaqueId, page, pageOf, timestamp } from '../primitives.ts';

export const change = z
  .object({
    object: objectType('change'),
    id: idOf('chg', 'the change'),
    created_at: timestamp.describe('When the change was made, UTC.'),
    person_id: z
      .string()
      .describe(
        'User who made the change: `usr_…`; kept after the user is removed. For a proof opened by a program of the carrier, its client: `cli_…`.',
      ),
    person_name: z
      .string()
      .nullable()
      .describe(
        'Name of the user; null for a client, and for a user who was removed or belongs to another organisation.',
      ),
    action: z.string().describe('Action, as `<service>.<action>`, e.g. `jobs.cancel`.'),
    object_id: z
      .string()
      .nullable()
      .describe('Id of the changed object; null if it has none, such as booking defaults.'),
    tenant_id: tenantId.describe('Organisation whose data was changed: `ten_…`.'),
    reason: z.string().nullable().describe('Reason given; null if the action takes none.'),
    before: changedFields.describe(
      'Previous values of the changed fields, by dotted name; personal data is replaced by `withheld`.',
    ),
    after: changedFields.describe('New values of the same fields.'),
  })
  .describe('A change made by a person: who, when, what and why.');
export type LoggedChange = z.infer<typeof change>;

export const auditLogActions = {
  /** Changes of the caller's data or by its users; newest first. */
  listChanges: query({
    input: z.object({
      ...page,
      limit: z.int().min(1).max(500).default(100).describe('Maximum number of items on a page.'),
      person_id: opaqueId.optional().describe('Only changes by this user: `usr_…`.'),
      action: z
        .string()
        .regex(/^[A-Za-z]{1,20}\.[A-Za-z]{1,40}$/)
        .optional()
        .describe('Only changes of this action, e.g. `accounts.updateUser`.'),
      object_id: opaqueId.optional().describe('Only changes of the object with this id.'),
      created_gte: instant.optional().describe('Only changes at or after this time, RFC 3339.'),
      created_lt: instant.optional().describe('Only changes before this time, RFC 3339.'),
    }),
    output: pageOf(change),
    refusals: [],
  }),
};
