import { command } from '../define.ts';
import { putPolicies as put } from '../store/tenants.ts';

export const putPolicies = command('putPolicies', {
  handle: async (policies, { db, tenant }) => {
    await put(db, tenant, policies);
    return policies;
  },
});
