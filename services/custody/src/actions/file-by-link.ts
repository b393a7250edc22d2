import { Refusal } from '@svc/kit/refusal';
import { query } from '../define.ts';
import { resolveFileLink } from '../workflows/file-links.ts';

export const fileByLink = query('fileByLink', async ({ link }, context) => {
  const file = await resolveFileLink(link, context);
  if (!file) throw new Refusal('file_not_found', 'The link is unknown, expired or revoked.');
  const { storage_key, media_type } = file;
  return { storage_key, media_type };
});
