import { query } from '../define.ts';
import { shortLifeSeconds } from '../domain/file-link.ts';
import { toPod } from '../domain/proof.ts';
import { getProof } from '../finding-proof.ts';
import { linksTo } from '../links.ts';

export const pod = query('pod', async ({ id }, context) => {
  const proof = await getProof(id, context);
  return toPod(proof, await linksTo(proof, shortLifeSeconds, context));
});
