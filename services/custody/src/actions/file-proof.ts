import { newId } from '@svc/kit/ids';
import { storeImage } from '../adapters/image-storage.ts';
import { command } from '../define.ts';
import { checkCourier, toStoredFile } from '../domain/file.ts';
import { insertFile } from '../store/proof-files.ts';

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
