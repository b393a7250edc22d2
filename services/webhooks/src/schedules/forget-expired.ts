import { forget } from '../define.ts';

/** A tenant of the sandbox is over. Its events are not kept; only how far they were heard is. */
export const forgetExpired = forget(['accounts', 'jobs'], {});
