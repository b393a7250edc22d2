import { storageKeyOf } from '../domain/file.ts';
import { deleteAttachments, deleteRows } from '../store/retention.ts';
import type { ExchangeDependencies } from './exchange-dependencies.ts';

const batchMax = 2_000;

/** Deletes bytes, rows and e-mail sender of a file that is marked as removed; resumes where it ended. */
export async function removeContents(
  { context: { transaction }, storage }: Pick<ExchangeDependencies, 'context' | 'storage'>,
  file: { tenant_id: string; id: string },
): Promise<void> {
  await storage.remove(storageKeyOf(file));
  for (let removed = batchMax; removed === batchMax; ) {
    removed = await transaction(({ db }) => deleteRows(db, file, batchMax));
  }
  await transaction(({ db }) => deleteAttachments(db, file));
}
