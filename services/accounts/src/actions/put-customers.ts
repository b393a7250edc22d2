import { Refusal } from '@svc/kit/refusal';
import { command } from '../define.ts';
import { replaceCustomers } from '../store/customers.ts';

export const putCustomers = command('putCustomers', {
  handle: async ({ tenant_ids }, { db, tenant }) => {
    const unknown = await replaceCustomers(db, tenant, tenant_ids);
    if (unknown.length > 0) throw new Refusal('unknown_tenant', `No tenant ${unknown[0]}.`);
    return { tenant_ids };
  },
});
