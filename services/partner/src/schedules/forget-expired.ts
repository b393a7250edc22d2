import { forget } from '../define.ts';

/** A tenant of the sandbox is over. It has no orders: collections of its jobs are all there is. */
export const forgetExpired = forget(['accounts', 'jobs'], { tables: ['collection'] });
