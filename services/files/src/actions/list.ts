import { query } from '../define.ts';
import { toFileResource } from '../domain/resource.ts';
import { listFileSummaries } from '../store/file-summaries.ts';

export const list = query('list', async (filter, { db }) => {
  const found = await listFileSummaries(db, filter);
  return {
    object: 'list',
    data: found.slice(0, filter.limit).map(toFileResource),
    has_more: found.length > filter.limit,
  };
});
