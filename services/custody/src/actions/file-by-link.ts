import { Refusal } from '@svc/kit/refusal';
import { query } from '../define.ts';
import { fileOfLink } from '../links.ts';
import { findLinkedFile } from '../store/proof-files.ts';

export const fileByLink = query('fileByLink', async ({ link }, { db, now, config }) => {
  const id = fileOfLink(link, now, config);
  const file = id && (await findLinkedFile(db, id));
  if (!file) throw new Refusal('file_not_found', 'The link is unknown or expired.');
  return file;
});
