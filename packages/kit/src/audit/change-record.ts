/**
 * Record of a command that a person gave: an event of the command's own transaction, which accounts
 * keeps in the audit log (docs/architecture/access.md). A program's command is recorded only if its
 * contract says `audited`: it opens personal data of another organisation, or decides who has
 * access.
 *
 * A handler reports what it changed by `recordChange`. Otherwise the record has the closed fields
 * of the command's input: identifiers, choices, numbers, moments and booleans.
 *
 * Never in a record: secrets; personal data (`personal-data.ts`), of which it says that they changed.
 */
import { type ChangeRecorded, type Command, isPerson, reasonMax } from '@svc/contracts';
import type { CallMeta } from '../calls/transport.ts';
import { differences } from './changed-fields.ts';
import { closedFields, firstId, readText } from './closed-fields.ts';

export interface Change {
  /** Id of what changed. */
  object: string;
  /** Owner of the data; by default the caller's tenant. */
  tenant?: string;
  /** Fields as they were and as they are; equal ones are left out. Absent: it was made, or removed. */
  before?: object | undefined;
  after?: object | undefined;
  /** Names of further fields with personal data. */
  personal?: readonly string[] | undefined;
}
/** Call once for each object that changed. */
export type RecordChange = (change: Change) => void;

export interface RecordedChange {
  tenant: string;
  data: ChangeRecorded;
}

interface RecordedCommand {
  action: Command;
  /** Qualified name, `<service>.<action>`. */
  name: string;
  input: unknown;
  meta: CallMeta;
}

export function collectChanges({ action, name, input, meta }: RecordedCommand) {
  const changes: Change[] = [];
  const common = {
    person_id: meta.actor,
    person_tenant_id: meta.tenant,
    action: name,
    reason: readText(input, 'reason')?.slice(0, reasonMax) ?? null,
  };
  return {
    recordChange: (change: Change): void => {
      changes.push(change);
    },
    /** Empty for a command that was refused, or that a program gave and is not audited. */
    recordsOf: (outcome: { ok: unknown } | { refused: unknown }): RecordedChange[] => {
      const isRecorded = isPerson(meta.actor) || action.audited === true;
      if (!isRecorded || !('ok' in outcome)) return [];
      const output = outcome.ok;
      if (changes.length > 0) return changes.map((change) => recordOf(change, meta, common));
      const object_id = readText(input, 'id') ?? readText(output, 'id') ?? firstId(input);
      const after = closedFields(action.input, input);
      return [{ tenant: meta.tenant, data: { ...common, object_id, before: {}, after } }];
    },
  };
}

type Common = Pick<ChangeRecorded, 'person_id' | 'person_tenant_id' | 'action' | 'reason'>;

function recordOf(change: Change, meta: CallMeta, common: Common): RecordedChange {
  const { object: object_id, tenant = meta.tenant } = change;
  return { tenant, data: { ...common, object_id, ...differences(change) } };
}
