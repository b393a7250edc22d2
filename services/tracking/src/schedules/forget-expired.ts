import { forget } from '../define.ts';

/** A tenant of the sandbox is over. */
export const forgetExpired = forget(['accounts', 'jobs'], {
  tables: ['followed_job', 'sealed_trace', 'sealed_readings'],
});
