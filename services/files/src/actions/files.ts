import type { files, InputOf } from '@svc/contracts';
import { toPage, unknownCursor } from '@svc/kit/page';
import { Refusal } from '@svc/kit/refusal';
import type { Kysely } from 'kysely';
import { query } from '../define.ts';
import { toFileResource } from '../domain/resource.ts';
import {
  findFileSummary,
  hasRow,
  listFileRows,
  listFileSummaries,
  sumStorage,
} from '../store/file-summaries.ts';
import type { Tables } from '../store/schema.ts';

export const list = query('list', async (filter, { db }) =>
  toPage((await listFileSummaries(db, filter)).map(toFileResource), filter.limit),
);

export const get = query('get', (input, { db }) => getWithRows(db, input));

export const listOwn = query('listOwn', async (filter, { db, tenant }) => {
  const found = await listFileSummaries(db, { ...filter, tenant_id: tenant });
  return toPage(found.map(toFileResource), filter.limit);
});

export const getOwn = query('getOwn', (input, { db, tenant }) => getWithRows(db, input, tenant));

export const storageUse = query('storageUse', (_input, { db, tenant }) => sumStorage(db, tenant));

/**
 * Finds a file of the tenant, or of any if it is undefined. A file of another tenant is refused
 * like an absent one.
 */
async function getWithRows(
  db: Kysely<Tables>,
  { id, row_status, after_row, limit }: InputOf<(typeof files)['actions']['get']>,
  tenant?: string,
) {
  const file = await findFileSummary(db, id, tenant);
  if (!file) throw new Refusal('file_not_found', 'No file with this id.');
  const isUnknown = after_row > 0 && !file.removed_at && !(await hasRow(db, file, after_row));
  if (isUnknown) throw unknownCursor('after_row');
  const page = { status: row_status, after: after_row, limit };
  const rows = file.removed_at ? [] : await listFileRows(db, file, page);
  const row_list = { data: rows.slice(0, limit), has_more: rows.length > limit };
  return { ...toFileResource(file), row_list };
}
