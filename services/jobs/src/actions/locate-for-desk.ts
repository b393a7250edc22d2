import { query } from '../define.ts';
import { getAnyJob } from '../store/dispatch-jobs.ts';

export const locateForDesk = query('locateForDesk', async ({ id: idOrRef }, { db }) => {
  const { id, ref, tenant_id, status, assignment } = await getAnyJob(db, idOrRef);
  return { id, ref, tenant_id, driver_id: assignment?.driver_id ?? null, status };
});
