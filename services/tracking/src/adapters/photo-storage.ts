/** Storage of driver photos: copies an upload of the gateway to a key that does not expire. */
import { createHash } from 'node:crypto';
import { checkImage } from '@svc/kit/image-type';
import { createStorage, MissingFile } from '@svc/kit/storage';

/** Returns the key of the copy; the upload is removed, also when it is refused. */
export async function storePhoto(
  filesUrl: string,
  driverId: string,
  upload: { storage_key: string; media_type: string },
): Promise<string> {
  const storage = createStorage(filesUrl);
  const bytes = await storage.get(upload.storage_key).catch((error: unknown) => {
    if (error instanceof MissingFile) return undefined;
    throw error;
  });
  try {
    // Recipients are shown it: the place where it was taken is often the driver's home.
    const image = checkImage(bytes, upload.media_type, { keepsMetadata: false });
    const digest = createHash('sha256').update(image).digest('hex');
    const key = `driver-photos/${driverId}/${digest}`;
    await storage.put(key, image, upload.media_type);
    return key;
  } finally {
    await storage.remove(upload.storage_key);
  }
}

export const removePhoto = (filesUrl: string, key: string): Promise<void> =>
  createStorage(filesUrl).remove(key);
