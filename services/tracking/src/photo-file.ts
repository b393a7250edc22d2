/** The bytes of photos: whoever takes them from a client stores them, and names the key. */
import { createStorage, MissingFile } from '@svc/kit/storage';

export async function readPhoto(filesUrl: string, key: string): Promise<Uint8Array | undefined> {
  try {
    return await createStorage(filesUrl).get(key);
  } catch (error) {
    if (error instanceof MissingFile) return undefined;
    throw error;
  }
}

export const removePhoto = (filesUrl: string, key: string): Promise<void> =>
  createStorage(filesUrl).remove(key);
