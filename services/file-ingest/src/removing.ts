/** Bytes and rows of files go some time after the answer; what guards against booking twice stays. */
import { storageKeyOf } from './reading.ts';
import {
  claimRemoval,
  endRemoval,
  markRemoved,
  removePods,
  removeRows,
} from './store/retention.ts';
import type { Tools } from './tools.ts';

const dayMs = 24 * 60 * 60_000;
/** A process that dies, or a storage that fails, leaves the file to whoever comes after this long. */
const claimMs = 5 * 60_000;
const batchMax = 2_000;

/**
 * One file further, or one batch of what else is old. False when nothing is old.
 *
 * A file says that its contents are gone before they go, so nobody looks for what is not there; and
 * what is left of them is due until the last of it is gone, so nothing is forgotten halfway.
 */
export async function removeNext(tools: Pick<Tools, 'context' | 'storage'>): Promise<boolean> {
  const { transaction, config, log } = tools.context;
  const daysAgo = (now: Date) => new Date(now.getTime() - config.SVC_FILES_KEEP_DAYS * dayMs);
  const isMarked = await transaction(({ db, now }) =>
    markRemoved(db, { now, before: daysAgo(now) }),
  );
  const file = await transaction(({ db, now }) =>
    claimRemoval(db, { now, until: new Date(now.getTime() + claimMs) }),
  );
  if (file) {
    await remove(tools, file).catch((err: unknown) => {
      log.warn({ err, file_id: file.id }, 'contents of a file not removed yet');
    });
  }
  const pods = await transaction(({ db, now }) =>
    removePods(db, { before: daysAgo(now), batch: batchMax }),
  );
  return isMarked || file !== undefined || pods > 0;
}

async function remove(
  { context: { transaction }, storage }: Pick<Tools, 'context' | 'storage'>,
  file: { tenant_id: string; id: string },
): Promise<void> {
  await storage.remove(storageKeyOf(file));
  for (let removed = batchMax; removed === batchMax; ) {
    removed = await transaction(({ db }) => removeRows(db, file, batchMax));
  }
  await transaction(({ db }) => endRemoval(db, file));
}
