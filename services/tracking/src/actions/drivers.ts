import { newId } from '@svc/kit/ids';
import { toPage } from '@svc/kit/page';
import { Refusal } from '@svc/kit/refusal';
import { replaceClient, requireUnchangedClient } from '../adapters/courier-client.ts';
import { driverOf } from '../adapters/expiring-links.ts';
import { removePhoto, storePhoto } from '../adapters/photo-storage.ts';
import { command, query } from '../define.ts';
import { type DriverRecord, requireDriver, toDriverResource } from '../domain/driver.ts';
import {
  findDriver,
  findPhoto,
  insertDriver,
  listDrivers as listStored,
  lockDriver,
  saveDriver,
} from '../store/drivers.ts';

export const createDriver = command('createDriver', {
  handle: async ({ first_name, last_name, documents }, context) => {
    const { db, tenant, now, recordChange } = context;
    const driver: DriverRecord = {
      id: newId('drv_', now),
      first_name,
      last_name,
      documents,
      photo_key: null,
      photo_media_type: null,
      client_id: null,
      created_at: now,
    };
    await insertDriver(db, tenant, driver);
    recordChange({ object: driver.id, after: { first_name, last_name } });
    return toDriverResource(driver);
  },
});

export const listDrivers = query('listDrivers', async (page, { db, tenant }) => {
  const found = await listStored(db, tenant, { before: page.starting_after, max: page.limit + 1 });
  return toPage(found.map(toDriverResource), page.limit);
});

export const createDriverClient = command('createDriverClient', {
  gather: async ({ id }, { db, tenant, clients }) =>
    replaceClient(requireDriver(await findDriver(db, tenant, id)), clients),
  // A retry gets the client that accounts created for the first attempt, not another one.
  passesIdentity: true,
  handle: async ({ id }, { db, tenant, gathered }) => {
    const driver = requireDriver(await lockDriver(db, tenant, id));
    requireUnchangedClient(driver, gathered.replaced);
    await saveDriver(db, tenant, { ...driver, client_id: gathered.client.client_id });
    return gathered.client;
  },
});

export const createDeviceEnrolment = command('createDeviceEnrolment', {
  gather: async ({ id }, { db, tenant, clients }) => {
    const { id: driver_id } = requireDriver(await findDriver(db, tenant, id));
    return clients.accounts.createDeviceEnrolment({ driver_id });
  },
  // A second token would end the first, which the receipt of this command shows to a duplicate.
  passesIdentity: true,
  handle: async (_input, { gathered }) => gathered,
});

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

export const photoByLink = query('photoByLink', async ({ link }, { db, now, config }) => {
  const driverId = driverOf(link, now, config.SVC_SECRET);
  const photo = driverId === undefined ? undefined : await findPhoto(db, driverId);
  if (!photo?.photo_key || !photo.photo_media_type) {
    throw new Refusal('file_not_found', 'The link is unknown or has expired.');
  }
  return { storage_key: photo.photo_key, media_type: photo.photo_media_type };
});
