import type { Scope } from '@svc/contracts';
import { newId } from '@svc/kit/ids';
import type { AccountsWriteContext } from '../define.ts';
import { carrierRoleOnly, isCarrierRole } from '../domain/person.ts';
import { requireRoles } from '../domain/scopes.ts';
import { emailConflict, type UserRecord } from '../domain/tenant.ts';
import { isCarrier } from '../store/tenants.ts';
import { insertUser, isEmailTaken } from '../store/users.ts';

type Context = Pick<AccountsWriteContext, 'db' | 'tenant' | 'now'> & {
  held_scopes: readonly Scope[] | undefined;
};

/** An address is one user's of a tenant; roles of the carrier are for its own users. */
export async function addUser(
  fields: Omit<UserRecord, 'id' | 'created_at'>,
  { db, tenant, now, held_scopes }: Context,
): Promise<UserRecord> {
  if (isCarrierRole(fields.role) && !(await isCarrier(db, tenant))) throw carrierRoleOnly();
  requireRoles([fields.role], held_scopes);
  const user = { ...fields, id: newId('usr_', now), created_at: now };
  if (await isEmailTaken(db, tenant, user)) throw emailConflict();
  await insertUser(db, tenant, user);
  return user;
}
