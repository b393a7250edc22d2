import { every, removeContentsTask } from '../define.ts';
import { deletePods, markRemoved } from '../store/retention.ts';

const dayMs = 24 * 60 * 60_000;
const filesMax = 100;
const podsMax = 2_000;

/**
 * Retention of answered files and proofs; what detects duplicates is permanent. A file is marked
 * before its contents are deleted, so that readers never search missing rows.
 */
export const applyRetention = every(
  'retain',
  '*/10 * * * *',
  async ({ db, now, config, enqueue }) => {
    const before = new Date(now.getTime() - config.SVC_FILES_KEEP_DAYS * dayMs);
    const files = await markRemoved(db, { now, before, batch: filesMax });
    for (const { tenant_id, id } of files) enqueue(removeContentsTask, { tenant_id, file_id: id });
    const pods = await deletePods(db, { before, batch: podsMax });
    return files.length === filesMax || pods === podsMax ? 'again' : undefined;
  },
);
