import { query } from '../define.ts';
import { expiryOf, longLifeSeconds } from '../domain/file-link.ts';
import { getProof } from '../finding-proof.ts';
import { linksTo } from '../links.ts';

export const longLinks = query('longLinks', async ({ id }, context) => {
  const proof = await getProof(id, context);
  const expires_at = new Date(expiryOf(context.now, longLifeSeconds) * 1000).toISOString();
  return { ...(await linksTo(proof, longLifeSeconds, context)), expires_at };
});
