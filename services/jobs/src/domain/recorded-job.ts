/** Fields of a job in the audit log; of its instructions only that they changed (they are personal). */
import type { Instructions } from '@svc/contracts';
import type { JobRecord } from './job.ts';

const fieldsOf = ({
  status,
  priced,
  assignment,
  legs,
  cost_centre,
  reference,
  seal,
}: JobRecord) => ({
  status,
  priority: priced.priority,
  driver_id: assignment?.driver_id ?? null,
  vehicle_id: assignment?.vehicle_id ?? null,
  hubs: legs?.flatMap(({ hub }) => hub?.registration ?? []).join(', ') ?? '',
  ...{ cost_centre, reference, seal },
});

export const recordedJob = (
  after: JobRecord,
  before?: JobRecord,
  instructions?: { before?: Instructions; after: Instructions | undefined },
) => ({
  object: after.id,
  tenant: after.tenant_id,
  before: before && { ...fieldsOf(before), ...instructions?.before },
  after: { ...fieldsOf(after), ...instructions?.after },
});
