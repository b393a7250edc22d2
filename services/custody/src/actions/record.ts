import { chainPage } from '../chain-page.ts';
import { query } from '../define.ts';

export const record = query('record', async ({ id, starting_after }, { db, tenant, clients }) => {
  const job = await clients.jobs.locate({ id });
  const { custody, next } = await chainPage(db, tenant, job, starting_after);
  return { ...custody, next };
});
