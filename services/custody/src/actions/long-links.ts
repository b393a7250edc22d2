import { query } from '../define.ts';
import { expiryOf, longLifeSeconds } from '../domain/file-link.ts';
import { createFileLinks } from '../workflows/file-links.ts';
import { getProof } from '../workflows/get-proof.ts';

export const longLinks = query('longLinks', async ({ id }, context) => {
  const proof = await getProof(id, context);
  const expires_at = new Date(expiryOf(context.now, longLifeSeconds) * 1000).toISOString();
  return { ...(await createFileLinks(proof, longLifeSeconds, context)), expires_at };
});
