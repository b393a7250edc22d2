import { command, query } from '../define.ts';
import { companyPrefixConflict, noPolicies } from '../domain/tenant.ts';
import {
  findPolicies,
  isPrefixOfOthers,
  lockPolicies,
  putPolicies as putStored,
} from '../store/tenants.ts';

export const getPolicies = query(
  'getPolicies',
  async (_input, { db, tenant }) =>
    (await findPolicies(db, tenant)) ?? { ...noPolicies, contact: null },
);

export const putPolicies = command('putPolicies', {
  handle: async (policies, { db, tenant, config, recordChange }) => {
    const before = await lockPolicies(db, tenant);
    const prefix = policies.sscc?.company_prefix;
    // Tenants of the sandbox try the example of the guide, and print no labels for the road.
    const isNew = config.SVC_ENVIRONMENT === 'live' && prefix !== before?.sscc?.company_prefix;
    if (prefix !== undefined && isNew && (await isPrefixOfOthers(db, tenant, prefix))) {
      throw companyPrefixConflict();
    }
    await putStored(db, tenant, policies);
    recordChange({ object: tenant, before, after: policies });
    return policies;
  },
});
