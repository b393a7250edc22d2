/** The request log, and the audit log of people's changes. */
import { toPage } from '@svc/kit/page';
import { command, query } from '../define.ts';
import { toChange } from '../domain/change-log.ts';
import { keptSince } from '../domain/request-log.ts';
import { listChanges as listStoredChanges } from '../store/change-log.ts';
import { saveRequestCounts } from '../store/request-counts.ts';
import { insertRequests, listRequests as listStored } from '../store/request-log.ts';

export const recordRequests = command('recordRequests', {
  handle: async ({ requests, counts }, { db }) => {
    if (requests.length > 0) await insertRequests(db, requests);
    if (counts.length > 0) await saveRequestCounts(db, counts);
    return {};
  },
});

export const listRequests = query('listRequests', async (filter, { db, tenant, now }) => {
  const found = await listStored(db, tenant, { filter, since: keptSince(now) });
  const requests = found.map(({ created_at, ...request }) => ({
    object: 'request' as const,
    ...request,
    created_at: created_at.toISOString(),
  }));
  return toPage(requests, filter.limit);
});

export const listChanges = query('listChanges', async (filter, { db, tenant }) =>
  toPage((await listStoredChanges(db, tenant, filter)).map(toChange), filter.limit),
);
