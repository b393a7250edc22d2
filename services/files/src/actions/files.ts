import { unknownCursor } from '@svc/kit/cursor';
import { Refusal } from '@svc/kit/refusal';
import { query } from '../define.ts';
import { toFileResource } from '../domain/resource.ts';
import {
  findFileSummary,
  hasRow,
  listFileRows,
  listFileSummaries,
} from '../store/file-summaries.ts';

export const list = query('list', async (filter, { db }) => {
  const found = await listFileSummaries(db, filter);
  return {
    object: 'list',
    data: found.slice(0, filter.limit).map(toFileResource),
    has_more: found.length > filter.limit,
  };
});

export const get = query('get', async ({ id, row_status, after_row, limit }, { db }) => {
  const file = await findFileSummary(db, id);
  if (!file) throw new Refusal('file_not_found', 'No file with this id.');
  const isUnknown = after_row > 0 && !file.removed_at && !(await hasRow(db, file, after_row));
  if (isUnknown) throw unknownCursor('after_row');
  const page = { status: row_status, after: after_row, limit };
  const rows = file.removed_at ? [] : await listFileRows(db, file, page);
  const row_list = { data: rows.slice(0, limit), has_more: rows.length > limit };
  return { ...toFileResource(file), row_list };
});
