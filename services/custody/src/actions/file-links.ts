import { Refusal } from '@svc/kit/refusal';
import { command, query } from '../define.ts';
import { expiryOf, longLifeSeconds, shortLifeSeconds } from '../domain/file-link.ts';
import { listPhotoVersions, revokeFileLinks } from '../store/proof-files.ts';
import { createFileLinks, resolveFileLink, signedUrl } from '../workflows/file-links.ts';
import { getProof } from '../workflows/get-proof.ts';

export const longLinks = query('longLinks', async ({ id }, context) => {
  const proof = await getProof(id, context);
  const expires_at = new Date(expiryOf(context.now, longLifeSeconds) * 1000).toISOString();
  return { ...(await createFileLinks(proof, longLifeSeconds, context)), expires_at };
});

export const photoLinks = query('photoLinks', async ({ file_ids }, { db, now, config }) => {
  const expires = expiryOf(now, shortLifeSeconds);
  const photos = await listPhotoVersions(db, file_ids);
  const links = photos.map(({ id, link_version: version }) => ({
    file_id: id,
    url: signedUrl({ fileId: id, expires, version }, config),
  }));
  return { links };
});

export const revokeLinks = command('revokeLinks', {
  gather: async ({ id }, context) => getProof(id, context),
  handle: async (_input, { db, tenant, gathered: { job_id } }) => {
    await revokeFileLinks(db, tenant, job_id);
    return { job_id };
  },
});

export const fileByLink = query('fileByLink', async ({ link }, context) => {
  const file = await resolveFileLink(link, context);
  if (!file) throw new Refusal('file_not_found', 'The link is unknown, expired or revoked.');
  const { storage_key, media_type } = file;
  return { storage_key, media_type };
});
