import { Refusal } from '@svc/kit/refusal';
import { driverOf } from '../adapters/photo-link.ts';
import { query } from '../define.ts';
import { findPhoto } from '../store/drivers.ts';

export const photoByLink = query('photoByLink', async ({ link }, { db, now, config }) => {
  const driverId = driverOf(link, now, config.SVC_SECRET);
  const photo = driverId === undefined ? undefined : await findPhoto(db, driverId);
  if (!photo?.photo_key || !photo.photo_media_type) {
    throw new Refusal('file_not_found', 'The link is unknown or has expired.');
  }
  return { storage_key: photo.photo_key, media_type: photo.photo_media_type };
});
