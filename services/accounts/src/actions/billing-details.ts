import { query } from '../define.ts';
import { unknownTenant } from '../domain/tenant.ts';
import { findBillingDetails } from '../store/billing-details.ts';

export const billingDetails = query('billingDetails', async ({ tenant_id }, { db }) => {
  const details = await findBillingDetails(db, tenant_id);
  if (!details) throw unknownTenant();
  return details;
});
