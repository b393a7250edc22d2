import type { PublicEvent } from '@svc/contracts';
import { pageOf } from '@svc/kit/page';
import { query } from '../define.ts';
import { listBodies } from '../store/events.ts';

export const listEvents = query('listEvents', async (page, { db, tenant }) => {
  const bodies = await listBodies(db, tenant, page);
  return pageOf(
    bodies.map((body): PublicEvent => JSON.parse(body)),
    page.limit,
  );
});
