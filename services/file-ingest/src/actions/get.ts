import { Refusal } from '@svc/kit/refusal';
import { query } from '../define.ts';
import { toResource } from '../domain/resource.ts';
import { findDeskFile, listDeskRows } from '../store/desk.ts';

export const get = query('get', async ({ id, row_status, after_row, limit }, { db }) => {
  const file = await findDeskFile(db, id);
  if (!file) throw new Refusal('file_not_found', 'No file with this id.');
  const page = { status: row_status, after: after_row, limit };
  const rows = file.removed_at ? [] : await listDeskRows(db, file, page);
  const row_list = { data: rows.slice(0, limit), has_more: rows.length > limit };
  return { ...toResource(file), row_list };
});
