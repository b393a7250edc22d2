import { query } from '../define.ts';
import { getChainPage } from '../workflows/chain-page.ts';

export const record = query('record', async ({ id, starting_after }, { db, tenant, clients }) => {
  const job = await clients.jobs.locate({ id });
  const { custody, ...page } = await getChainPage(db, tenant, {
    job,
    startingAfter: starting_after,
  });
  return { ...custody, ...page };
});
