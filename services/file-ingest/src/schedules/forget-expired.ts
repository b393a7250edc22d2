import { forget } from '../define.ts';

/** A tenant of the sandbox is over. It sends no files; only how far its events were heard is kept. */
export const forgetExpired = forget(['accounts', 'jobs'], {});
