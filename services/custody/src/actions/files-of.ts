import { query } from '../define.ts';
import { toStoredFile } from '../domain/file.ts';
import { listFilesOfJob } from '../store/proof-files.ts';

export const filesOf = query('filesOf', async ({ job_id, file_ids }, { db }) => {
  const files = await listFilesOfJob(db, job_id);
  const known = file_ids.flatMap((id) => files.filter((file) => file.id === id));
  return { files: known.map(toStoredFile) };
});
