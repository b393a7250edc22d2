import { query } from '../define.ts';
import { shortLifeSeconds } from '../domain/file-link.ts';
import { toPod } from '../domain/proof.ts';
import { createFileLinks } from '../workflows/file-links.ts';
import { getProof } from '../workflows/get-proof.ts';

export const pod = query('pod', async ({ id }, context) => {
  const proof = await getProof(id, context);
  return toPod(proof, await createFileLinks(proof, shortLifeSeconds, context));
});
