import { command } from '../define.ts';
import { filedProof } from '../domain/proof.ts';
import { removeImages } from '../images.ts';
import { deleteFiles, listFilesOfJob } from '../store/proof-files.ts';
import { erasePerson, findProof } from '../store/proofs.ts';

/** The bytes go first: until the rows are gone too, asking again finishes the work. */
export const eraseProof = command('eraseProof', {
  gather: async ({ id }, { db, tenant, clients, config }) => {
    const known = await findProof(db, tenant, id);
    if (!known) await clients.jobs.locate({ id });
    const { job_id } = filedProof(known);
    const files = await listFilesOfJob(db, job_id);
    await removeImages(
      files.map(({ storage_key }) => storage_key),
      config,
    );
    return { job_id };
  },
  handle: async (_input, { db, tenant, facts: { job_id } }) => {
    await erasePerson(db, tenant, job_id);
    await deleteFiles(db, tenant, job_id);
    return { job_id };
  },
});
