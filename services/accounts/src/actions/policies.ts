import { command, query } from '../define.ts';
import { noPolicies } from '../domain/tenant.ts';
import { findPolicies, lockPolicies, putPolicies as putStored } from '../store/tenants.ts';

export const getPolicies = query(
  'getPolicies',
  async (_input, { db, tenant }) =>
    (await findPolicies(db, tenant)) ?? { ...noPolicies, contact: null },
);

export const putPolicies = command('putPolicies', {
  handle: async (policies, { db, tenant, recordChange }) => {
    const before = await lockPolicies(db, tenant);
    await putStored(db, tenant, policies);
    recordChange({ object: tenant, before, after: policies });
    return policies;
  },
});
