import { command } from '../define.ts';
import { existingDriver, toDriverResource } from '../domain/crew.ts';
import { checkImage } from '../domain/image.ts';
import { readPhoto, removePhoto } from '../photo-file.ts';
import { findDriver, lockDriver, saveDriver } from '../store/drivers.ts';

export const putDriverPhoto = command('putDriverPhoto', {
  gather: async ({ id, storage_key, media_type }, { db, tenant, config }) => {
    const { photo_key } = existingDriver(await findDriver(db, tenant, id));
    checkImage(await readPhoto(config.SVC_FILES_URL, storage_key), media_type);
    // Before the transaction: a crash in between leaves no photo rather than one too many.
    if (photo_key && photo_key !== storage_key) await removePhoto(config.SVC_FILES_URL, photo_key);
  },
  handle: async ({ id, storage_key, media_type }, { db, tenant }) => {
    const driver = {
      ...existingDriver(await lockDriver(db, tenant, id)),
      photo_key: storage_key,
      photo_media_type: media_type,
    };
    await saveDriver(db, tenant, driver);
    return toDriverResource(driver);
  },
});
