import { newId } from '@svc/kit/ids';
import { Refusal } from '@svc/kit/refusal';
import { command, query } from '../define.ts';
import { replaceCustomers } from '../store/customers.ts';
import { findContact, listTenants as listStored, putTenant } from '../store/tenants.ts';

export const createTenant = command('createTenant', {
  handle: async (input, { db, now }) => {
    const id = input.id ?? newId('ten_', now);
    await putTenant(db, { id, name: input.name, carrier: input.carrier, created_at: now });
    return { id, name: input.name };
  },
});

export const listTenants = query('listTenants', async ({ starting_after, limit }, { db }) => {
  const found = await listStored(db, { after: starting_after ?? '', limit });
  const data = found.slice(0, limit).map((tenant) => ({
    ...tenant,
    created_at: tenant.created_at.toISOString(),
  }));
  return { data, has_more: found.length > limit };
});

export const tenantContact = query('tenantContact', async ({ tenant_id }, { db }) => ({
  contact: await findContact(db, tenant_id),
}));

export const putCustomers = command('putCustomers', {
  handle: async ({ tenant_ids }, { db, tenant }) => {
    const unknown = await replaceCustomers(db, tenant, tenant_ids);
    if (unknown.length > 0) throw new Refusal('unknown_tenant', `No tenant ${unknown[0]}.`);
    return { tenant_ids };
  },
});
