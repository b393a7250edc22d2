/** Incidents: reported by couriers and the desk, read by the desk. */
import { z } from 'zod';
import { command, query } from '../define.ts';
import { opaqueId, page, pageOf } from '../primitives.ts';
import { incident, incidentReport, listedIncident } from './incident.ts';
import { courierFields, deviceRefusals } from './signed-action.ts';

export const incidentActions = {
  reportIncident: command({
    input: z.object({ ...incidentReport, ...courierFields }),
    output: incident,
    refusals: ['job_not_found', 'invalid_time', 'unknown_file', ...deviceRefusals],
    issues: { 'job_id.invalid_format': 'job_not_found' },
    example: {
      job_id: 'job_01J',
      category: 'delay',
      severity: 'low',
      description: 'Road closed near the drop-off.',
    },
  }),
  listIncidents: query({
    input: z.object({
      job_id: opaqueId.optional().describe('Only incidents of the job with this id or reference.'),
      ...page,
    }),
    output: pageOf(listedIncident),
    refusals: [],
  }),
};
