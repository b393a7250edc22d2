import { newId } from '@svc/kit/ids';
import { storeImage } from '../adapters/image-storage.ts';
import { command, query } from '../define.ts';
import { checkCourier, toStoredFile } from '../domain/file.ts';
import { getStorageUse, insertFile, listFilesOfJob } from '../store/proof-files.ts';

/** The carrier files for a job of any tenant; the file is stored under the job's tenant. */
export const fileProof = command('fileProof', {
  gather: async ({ job_id, courier_id, ...upload }, { clients, config }) => {
    const job = await clients.jobs.locateForDesk({ id: job_id });
    checkCourier(job, courier_id);
    return { job, image: await storeImage(upload, job, config) };
  },
  handle: async ({ kind, media_type }, { db, now, gathered: { job, image } }) => {
    const id = newId('file_', now);
    const file = { id, job_id: job.id, kind, media_type, ...image, created_at: now };
    await insertFile(db, job.tenant_id, file);
    return toStoredFile(file);
  },
});

export const filesOf = query('filesOf', async ({ job_id, file_ids }, { db }) => {
  const files = await listFilesOfJob(db, job_id);
  const known = file_ids.flatMap((id) => files.filter((file) => file.id === id));
  return { files: known.map(toStoredFile) };
});

export const storageUse = query('storageUse', (_input, { db, tenant }) =>
  getStorageUse(db, tenant),
);
