import type { FeedEvent } from '@svc/contracts';
import { toPage } from '@svc/kit/page';
import { Refusal } from '@svc/kit/refusal';
import { query } from '../define.ts';
import { findBody, listBodies } from '../store/events.ts';

export const listEvents = query('listEvents', async (page, { db, tenant }) => {
  const bodies = await listBodies(db, tenant, page);
  return toPage(
    bodies.map((body): FeedEvent => JSON.parse(body)),
    page.limit,
  );
});

export const getEvent = query('getEvent', async ({ id }, { db, tenant }): Promise<FeedEvent> => {
  const body = await findBody(db, tenant, id);
  if (body === undefined) throw new Refusal('event_not_found', 'There is no event with this id.');
  return JSON.parse(body);
});
