import { command, query } from '../define.ts';
import { noPolicies } from '../domain/tenant.ts';
import { findPolicies, putPolicies as putStored } from '../store/tenants.ts';

export const getPolicies = query(
  'getPolicies',
  async (_input, { db, tenant }) =>
    (await findPolicies(db, tenant)) ?? { ...noPolicies, contact: null },
);

export const putPolicies = command('putPolicies', {
  handle: async (policies, { db, tenant }) => {
    await putStored(db, tenant, policies);
    return policies;
  },
});
