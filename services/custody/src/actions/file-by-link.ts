import { Refusal } from '@svc/kit/refusal';
import { query } from '../define.ts';
import { fileOfLink } from '../links.ts';

export const fileByLink = query('fileByLink', async ({ link }, context) => {
  const file = await fileOfLink(link, context);
  if (!file) throw new Refusal('file_not_found', 'The link is unknown, expired or revoked.');
  const { storage_key, media_type } = file;
  return { storage_key, media_type };
});
