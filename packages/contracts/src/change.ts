/**
 * A change that a person made. The kit emits it with each command of a person, in its transaction;
 * accounts keeps it in the audit log. Why: docs/architecture/access.md.
 */
import { z } from 'zod';
import { internalEvent } from './define.ts';
import { empty } from './primitives.ts';

/** Members of `before` and `after` at most; further ones are left out. */
export const changedFieldsMax = 40;
export const changedTextMax = 200;
export const reasonMax = 500;

/** Fields by their dotted names. */
export const changedFields = z.record(
  z.string(),
  z.union([z.string(), z.number(), z.boolean(), z.null()]),
);
export type ChangedFields = z.output<typeof changedFields>;

/** Users' ids begin so: a caller with one is a person. */
const personPrefix = 'usr_';
export const isPerson = (actor: string): boolean => actor.startsWith(personPrefix);

export const changeRecorded = internalEvent({
  description: 'For accounts: a person has changed something, which belongs into the audit log.',
  data: z.object({
    /** Of an audited command of a program its client. */
    person_id: z.string(),
    /** The organisation of the person; the event's own is that of the data. */
    person_tenant_id: z.string(),
    /** As `<service>.<action>`. */
    action: z.string(),
    object_id: z.string().nullable(),
    reason: z.string().nullable(),
    before: changedFields,
    after: changedFields,
  }),
  internals: empty,
});
export type ChangeRecorded = z.output<(typeof changeRecorded)['data']>;

/** For the contract of every service that people change something of. */
export const recordedChanges = { 'change.recorded': changeRecorded };
