import { query } from '../define.ts';
import { recordOf } from '../domain/record.ts';
import { momentOf, ownOf } from '../own.ts';

export const track = query('track', async ({ ref }, context) => {
  const view = await context.clients.jobs.track({ ref });
  return recordOf(view, await ownOf(view, context), momentOf(context));
});
