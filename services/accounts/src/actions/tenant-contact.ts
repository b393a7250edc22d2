import { query } from '../define.ts';
import { findContact } from '../store/tenants.ts';

export const tenantContact = query('tenantContact', async ({ tenant_id }, { db }) => ({
  contact: await findContact(db, tenant_id),
}));
