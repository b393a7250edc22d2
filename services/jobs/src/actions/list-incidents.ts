import { query } from '../define.ts';
import { toIncident } from '../domain/incident.ts';
import { listIncidentPage } from '../store/incidents.ts';

export const listIncidents = query('listIncidents', async (filter, { db }) => {
  const { incidents, has_more } = await listIncidentPage(db, filter);
  return { object: 'list' as const, data: incidents.map(toIncident), has_more };
});
