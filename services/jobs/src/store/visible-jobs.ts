/**
 * Job list of the sandbox: the tenant's own jobs merged with the samples that it has not copied.
 */
import type { ListFilter } from '@svc/contracts';
import type { Kysely } from 'kysely';
import { countJobs, countRows, type JobPage, listJobs, requireListCursor } from './list-jobs.ts';
import { listSampleTenants } from './samples.ts';
import type { Tables } from './schema.ts';

/** Constant extra cost: there are twelve samples. */
export async function listVisibleJobs(
  db: Kysely<Tables>,
  tenant: string,
  filter: ListFilter,
): Promise<JobPage> {
  const sets = await listSampleTenants(db);
  const cursors = [tenant, ...sets];
  await requireListCursor(db, filter, cursors);
  const samples = sets.slice(0, 1).map((set) => ({ tenant: set, filter, hiddenFrom: tenant }));
  const [found, ...totals] = await Promise.all([
    Promise.all([
      listJobs(db, { tenant, filter, cursors }),
      ...samples.map((wanted) => listJobs(db, { ...wanted, cursors })),
    ]),
    countJobs(db, tenant, filter),
    ...samples.map((wanted) => countRows(db, wanted)),
  ]);
  const isOldestFirst = filter.ending_before !== undefined;
  const inOrder = found.flat().sort((a, b) => (a.id < b.id === isOldestFirst ? -1 : 1));
  const total = totals.reduce((sum, count) => sum + count, 0);
  return { found: inOrder.slice(0, filter.limit + 1), total };
}
