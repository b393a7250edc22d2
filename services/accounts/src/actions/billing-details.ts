import { command, query } from '../define.ts';
import { unknownTenant } from '../domain/tenant.ts';
import { findBillingDetails, putBillingDetails as putStored } from '../store/billing-details.ts';

export const billingDetails = query('billingDetails', async ({ tenant_id }, { db }) => {
  const details = await findBillingDetails(db, tenant_id);
  if (!details) throw unknownTenant();
  return details;
});

export const putBillingDetails = command('putBillingDetails', {
  handle: async (details, { db, tenant }) => {
    if (!(await findBillingDetails(db, tenant))) throw unknownTenant();
    await putStored(db, tenant, details);
    return details;
  },
});
