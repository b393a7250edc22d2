import { forget } from '../define.ts';

/** A tenant of the sandbox is over. Nothing is billed there; only how far its events were heard is kept. */
export const forgetExpired = forget(['accounts', 'jobs'], {});
