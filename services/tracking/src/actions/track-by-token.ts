import { query } from '../define.ts';
import { publicRecordOf } from '../domain/record.ts';
import { momentOf, ownOf } from '../own.ts';

export const trackByToken = query('trackByToken', async ({ token }, context) => {
  const view = await context.clients.jobs.trackByToken({ token });
  return publicRecordOf(view, await ownOf(view, context), momentOf(context));
});
