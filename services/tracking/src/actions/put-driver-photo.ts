import { removePhoto, storePhoto } from '../adapters/photo-storage.ts';
import { command } from '../define.ts';
import { requireDriver, toDriverResource } from '../domain/driver.ts';
import { findDriver, lockDriver, saveDriver } from '../store/drivers.ts';

export const putDriverPhoto = command('putDriverPhoto', {
  gather: async ({ id, ...upload }, { db, tenant, config }) => {
    const { photo_key } = requireDriver(await findDriver(db, tenant, id));
    const key = await storePhoto(config.SVC_FILES_URL, id, upload);
    // Before the transaction: a crash in between leaves no photo rather than one too many.
    if (photo_key && photo_key !== key) await removePhoto(config.SVC_FILES_URL, photo_key);
    return { key };
  },
  handle: async ({ id, media_type }, { db, tenant, gathered: { key } }) => {
    const driver = {
      ...requireDriver(await lockDriver(db, tenant, id)),
      photo_key: key,
      photo_media_type: media_type,
    };
    await saveDriver(db, tenant, driver);
    return toDriverResource(driver);
  },
});
