/** Signatures and photos of hand-overs in file storage. */
import { createHash } from 'node:crypto';
import { createStorage } from '@svc/kit/storage';
import type { Config } from '../config.ts';
import { checkProofImage, storageKey } from '../domain/file.ts';

interface Upload {
  storage_key: string;
  media_type: string;
}

/**
 * Validates an upload and moves it under the key of its job; the upload is deleted even if it is
 * refused.
 */
export async function storeImage(
  { storage_key: uploaded, media_type }: Upload,
  job: { id: string; tenant_id: string },
  { SVC_FILES_URL }: Config,
): Promise<{ storage_key: string; sha256: string; size: number }> {
  const storage = createStorage(SVC_FILES_URL);
  const bytes = await storage.get(uploaded);
  try {
    checkProofImage(bytes, media_type);
    const sha256 = createHash('sha256').update(bytes).digest('hex');
    const key = storageKey(job.tenant_id, job.id, sha256);
    await storage.put(key, bytes, media_type);
    return { storage_key: key, sha256, size: bytes.length };
  } finally {
    await storage.remove(uploaded);
  }
}

export async function deleteImages(keys: readonly string[], config: Config): Promise<void> {
  const storage = createStorage(config.SVC_FILES_URL);
  for (const key of keys) await storage.remove(key);
}
