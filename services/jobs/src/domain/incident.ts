import type { incident } from '@svc/contracts';
import type { z } from 'zod';

type IncidentResource = z.infer<typeof incident>;

/** Something that went wrong with a job, whether or not its state changed. */
export interface Incident {
  tenant_id: string;
  id: string;
  job_id: string;
  category: IncidentResource['category'];
  severity: IncidentResource['severity'];
  description: string;
  reported_by: string;
  occurred_at: Date;
}

export const toIncident = (incident: Incident): IncidentResource => ({
  object: 'incident',
  id: incident.id,
  job_id: incident.job_id,
  category: incident.category,
  severity: incident.severity,
  description: incident.description,
  occurred_at: incident.occurred_at.toISOString(),
});
