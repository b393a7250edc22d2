import { purge } from '../define.ts';
import { purgeSandboxJobs } from '../store/purge.ts';

/** Tenant purge: deletes the jobs of expired sandbox tenants. */
export const forgetExpired = purge(['accounts', 'jobs'], { remove: purgeSandboxJobs });
