import {
  type FilesWorkerContext,
  openStorage,
  removeContentsTask,
  type Storage,
  task,
} from '../define.ts';
import { storageKeyOf } from '../domain/file.ts';
import { deleteAttachments, deleteRows } from '../store/retention.ts';

const batchMax = 2_000;

export const removeContents = task(removeContentsTask, ({ tenant_id, file_id }, context) =>
  removeFrom({ context, storage: openStorage(context.config) }, { tenant_id, id: file_id }),
);

/** Deletes bytes, rows and e-mail sender of a file that is marked as removed; resumes where it ended. */
export async function removeFrom(
  { context: { transaction }, storage }: { context: FilesWorkerContext; storage: Storage },
  file: { tenant_id: string; id: string },
): Promise<void> {
  await storage.remove(storageKeyOf(file));
  for (let removed = batchMax; removed === batchMax; ) {
    removed = await transaction(({ db }) => deleteRows(db, file, batchMax));
  }
  await transaction(({ db }) => deleteAttachments(db, file));
}
