import { newId, randomCode, randomToken } from '@svc/kit/ids';
import type { Draw } from './domain/happening.ts';
import { drawCode } from './handover-codes.ts';

/** What chance gives to a job that begins at a time: its id sorts by that. */
export const drawJob = (at: Date, secret: string): Draw => ({
  id: newId('job_', at),
  ref: `SVC-${randomCode(8)}`,
  tracking_token: randomToken(),
  handover_code: drawCode(secret),
});
