import { pageOf } from '@svc/kit/page';
import { query } from '../define.ts';
import { toIncident } from '../domain/incident.ts';
import { listIncidents as find } from '../store/incidents.ts';

export const listIncidents = query('listIncidents', async (filter, { db }) => {
  const found = await find(db, filter);
  return pageOf(found.map(toIncident), filter.limit);
});
