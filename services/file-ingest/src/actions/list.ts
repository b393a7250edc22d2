import { query } from '../define.ts';
import { toResource } from '../domain/resource.ts';
import { listFiles } from '../store/desk.ts';

export const list = query('list', async (filter, { db }) => {
  const found = await listFiles(db, filter);
  return {
    object: 'list',
    data: found.slice(0, filter.limit).map(toResource),
    has_more: found.length > filter.limit,
  };
});
