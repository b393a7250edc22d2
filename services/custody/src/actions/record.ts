import { waitForChain } from '../caught-up.ts';
import { query } from '../define.ts';
import { toRecord } from '../domain/chain.ts';
import { start } from '../hashing.ts';
import { listEvents } from '../store/chain.ts';

export const record = query('record', async ({ id }, { db, tenant, clients }) => {
  const job = await clients.jobs.locate({ id });
  await waitForChain(db, job);
  return toRecord(job.id, await listEvents(db, tenant, job.id), start);
});
