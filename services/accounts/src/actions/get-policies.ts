import { query } from '../define.ts';
import { noPolicies } from '../domain/tenant.ts';
import { findPolicies } from '../store/tenants.ts';

export const getPolicies = query(
  'getPolicies',
  async (_input, { db, tenant }) =>
    (await findPolicies(db, tenant)) ?? { ...noPolicies, contact: null },
);
