import { command } from '../define.ts';
import { unknownTenant } from '../domain/tenant.ts';
import { findBillingDetails, putBillingDetails as put } from '../store/billing-details.ts';

export const putBillingDetails = command('putBillingDetails', {
  handle: async (details, { db, tenant }) => {
    if (!(await findBillingDetails(db, tenant))) throw unknownTenant();
    await put(db, tenant, details);
    return details;
  },
});
