/**
 * A change made by a person. The kit emits it with each command of a person, in the same
 * transaction; accounts stores it in the audit log. Why: docs/architecture/access.md.
 */
import { z } from 'zod';
import { internalEvent } from './define.ts';
import { empty } from './primitives.ts';

/** Maximum members of `before` and `after`; further ones are dropped. */
export const changedFieldsMax = 40;
export const changedTextMax = 200;
export const reasonMax = 500;

/** Fields by dotted name. */
export const changedFields = z.record(
  z.string(),
  z.union([z.string(), z.number(), z.boolean(), z.null()]),
);
export type ChangedFields = z.output<typeof changedFields>;

/** Prefix of user ids: a caller with one is a person. */
const personPrefix = 'usr_';
export const isPerson = (actor: string): boolean => actor.startsWith(personPrefix);

export const changeRecorded = internalEvent({
  description: 'For accounts: a person changed something; record it in the audit log.',
  data: z.object({
    /** For an audited command of a program: its client. */
    person_id: z.string(),
    /** Organisation of the person; the event's own tenant is that of the data. */
    person_tenant_id: z.string(),
    /** Name as `<service>.<action>`. */
    action: z.string(),
    object_id: z.string().nullable(),
    reason: z.string().nullable(),
    before: changedFields,
    after: changedFields,
  }),
  internals: empty,
});
export type ChangeRecorded = z.output<(typeof changeRecorded)['data']>;

/** For the contract of every service whose data people change. */
export const recordedChanges = { 'change.recorded': changeRecorded };
