import { forget } from '../define.ts';

/** A tenant of the sandbox is over. */
export const forgetExpired = forget(['accounts'], { tables: ['job', 'job_tally'] });
