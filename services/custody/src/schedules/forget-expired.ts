import { forget } from '../define.ts';
import { purgeSandboxJobs } from '../store/purge.ts';

/** A tenant of the sandbox is over. */
export const forgetExpired = forget(['accounts', 'jobs'], { remove: purgeSandboxJobs });
