/** Fields of a job in the audit log: nothing that is about the sender or the recipient. */
import type { JobRecord } from './job.ts';

const fieldsOf = ({ status, priced, assignment, cost_centre, reference, seal }: JobRecord) => ({
  status,
  priority: priced.priority,
  driver_id: assignment?.driver_id ?? null,
  vehicle_id: assignment?.vehicle_id ?? null,
  ...{ cost_centre, reference, seal },
});

export const recordedJob = (after: JobRecord, before?: JobRecord) => ({
  object: after.id,
  tenant: after.tenant_id,
  before: before && fieldsOf(before),
  after: fieldsOf(after),
});
