import { query } from '../define.ts';
import { recordOf } from '../domain/tracking-record.ts';
import { findTrackSupplement, recordContextOf } from '../workflows/track-supplement.ts';

export const track = query('track', async ({ ref }, context) => {
  const view = await context.clients.jobs.track({ ref });
  return recordOf(view, await findTrackSupplement(view, context), recordContextOf(context));
});
