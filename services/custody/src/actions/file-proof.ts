import { newId } from '@svc/kit/ids';
import { command } from '../define.ts';
import { checkCourier, toStoredFile } from '../domain/file.ts';
import { keepImage } from '../images.ts';
import { insertFile } from '../store/proof-files.ts';

/** The carrier files for a job of any tenant; the file becomes that tenant's. */
export const fileProof = command('fileProof', {
  gather: async ({ job_id, courier_id, ...upload }, { clients, config }) => {
    const job = await clients.jobs.locateForDesk({ id: job_id });
    checkCourier(job, courier_id);
    return { job, image: await keepImage(upload, job, config) };
  },
  handle: async ({ kind, media_type }, { db, now, facts: { job, image } }) => {
    const id = newId('file_', now);
    const file = { id, job_id: job.id, kind, media_type, ...image, created_at: now };
    await insertFile(db, job.tenant_id, file);
    return toStoredFile(file);
  },
});
