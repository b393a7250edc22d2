import { command } from '../define.ts';
import { revokeFileLinks } from '../store/proof-files.ts';
import { getProof } from '../workflows/get-proof.ts';

export const revokeLinks = command('revokeLinks', {
  gather: async ({ id }, context) => getProof(id, context),
  handle: async (_input, { db, tenant, gathered: { job_id } }) => {
    await revokeFileLinks(db, tenant, job_id);
    return { job_id };
  },
});
