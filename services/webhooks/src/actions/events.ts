import type { FeedEvent } from '@svc/contracts';
import { pageOf } from '@svc/kit/page';
import { query } from '../define.ts';
import { listBodies } from '../store/events.ts';

export const listEvents = query('listEvents', async (page, { db, tenant }) => {
  const bodies = await listBodies(db, tenant, page);
  return pageOf(
    bodies.map((body): FeedEvent => JSON.parse(body)),
    page.limit,
  );
});
