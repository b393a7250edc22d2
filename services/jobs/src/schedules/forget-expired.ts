import { purge } from '../define.ts';

/** Tenant purge: deletes the jobs and counts of expired sandbox tenants. */
export const forgetExpired = purge(['accounts'], { tables: ['job', 'job_count'] });
