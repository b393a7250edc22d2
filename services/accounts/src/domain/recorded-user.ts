/** Fields of a user in the audit log: the role, and whether name or address changed. */
import type { UserRecord } from './tenant.ts';

interface Versions {
  before?: UserRecord;
  after?: UserRecord;
}

export const recordedUser = (id: string, { before, after }: Versions) => ({
  object: id,
  before: before && fieldsOf(before),
  after: after && fieldsOf(after),
  personal: ['name'],
});

const fieldsOf = ({ name, email, role }: UserRecord) => ({ name, email, role });
