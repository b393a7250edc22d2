import { command } from '../define.ts';
import { getProof } from '../finding-proof.ts';
import { endLinks } from '../store/proof-files.ts';

export const revokeLinks = command('revokeLinks', {
  gather: async ({ id }, context) => getProof(id, context),
  handle: async (_input, { db, tenant, facts: { job_id } }) => {
    await endLinks(db, tenant, job_id);
    return { job_id };
  },
});
