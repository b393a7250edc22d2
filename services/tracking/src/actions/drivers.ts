import { newId } from '@svc/kit/ids';
import { toPage } from '@svc/kit/page';
import { Refusal } from '@svc/kit/refusal';
import type { Kysely } from 'kysely';
import { replaceClient, requireUnchangedClient } from '../adapters/courier-client.ts';
import { driverOf } from '../adapters/expiring-links.ts';
import { removePhoto, storePhoto } from '../adapters/photo-storage.ts';
import { command, query } from '../define.ts';
import {
  changeDriver,
  type DriverRecord,
  recordedDriver,
  requireActiveDriver,
  requireDriver,
  toDriverResource,
} from '../domain/driver.ts';
import { checkBase } from '../domain/fleet.ts';
import { toHubs } from '../domain/vehicle.ts';
import {
  findDriver,
  findPhoto,
  insertDriver,
  listDrivers as listStored,
  lockDriver,
  saveDriver,
} from '../store/drivers.ts';
import type { Tables } from '../store/schema.ts';
import { findVehicle } from '../store/vehicles.ts';

/** A hub that is not named in a change stays, even one that has been retired. */
async function requireKnownHub(
  db: Kysely<Tables>,
  tenant: string,
  { hub_id = null }: { hub_id?: string | null | undefined },
): Promise<void> {
  if (hub_id === null || toHubs(await findVehicle(db, tenant, hub_id)).length > 0) return;
  throw new Refusal('unknown_hub', 'No hub with this id.');
}

/** May be a home. */
const driverBase = ['base.name', 'base.position.lat', 'base.position.lng'];

export const createDriver = command('createDriver', {
  handle: async (input, { db, tenant, now, config, recordChange }) => {
    checkBase(input, config.SVC_OPERATING_AREA);
    await requireKnownHub(db, tenant, input);
    const driver: DriverRecord = {
      ...input,
      id: newId('drv_', now),
      photo_key: null,
      photo_media_type: null,
      client_id: null,
      retired_at: null,
      created_at: now,
    };
    await insertDriver(db, tenant, driver);
    recordChange({ object: driver.id, after: recordedDriver(driver), personal: driverBase });
    return toDriverResource(driver);
  },
});

export const listDrivers = query('listDrivers', async ({ status, ...page }, { db, tenant }) => {
  const wanted = { before: page.starting_after, max: page.limit + 1, status };
  const found = await listStored(db, tenant, wanted);
  return toPage(found.map(toDriverResource), page.limit);
});

export const getDriver = query('getDriver', async ({ id }, { db, tenant }) =>
  toDriverResource(requireDriver(await findDriver(db, tenant, id))),
);

export const updateDriver = command('updateDriver', {
  gather: async ({ id, status }, { db, tenant, clients }) => {
    const { client_id } = requireDriver(await findDriver(db, tenant, id));
    // Before the transaction: after a crash in between the driver has no device and is not retired.
    if (status === 'retired') await clients.accounts.revokeDriverAccess({ driver_id: id });
    return { client_id };
  },
  handle: async (change, { db, tenant, now, config, gathered, recordChange }) => {
    checkBase(change, config.SVC_OPERATING_AREA);
    const before = requireDriver(await lockDriver(db, tenant, change.id));
    if (change.status === 'retired') requireUnchangedClient(before, gathered.client_id);
    await requireKnownHub(db, tenant, change);
    const after = changeDriver(before, change, now);
    await saveDriver(db, tenant, after);
    const versions = { before: recordedDriver(before), after: recordedDriver(after) };
    recordChange({ object: before.id, ...versions, personal: driverBase });
    return toDriverResource(after);
  },
});

export const createDriverClient = command('createDriverClient', {
  gather: async ({ id }, { db, tenant, clients }) =>
    replaceClient(requireActiveDriver(requireDriver(await findDriver(db, tenant, id))), clients),
  // A retry gets the client that accounts created for the first attempt, not another one.
  passesIdentity: true,
  handle: async ({ id }, { db, tenant, gathered }) => {
    const driver = requireActiveDriver(requireDriver(await lockDriver(db, tenant, id)));
    requireUnchangedClient(driver, gathered.replaced);
    await saveDriver(db, tenant, { ...driver, client_id: gathered.client.client_id });
    return gathered.client;
  },
});

export const createDeviceEnrolment = command('createDeviceEnrolment', {
  gather: async ({ id }, { db, tenant, clients }) => {
    const { id: driver_id } = requireActiveDriver(requireDriver(await findDriver(db, tenant, id)));
    return clients.accounts.createDeviceEnrolment({ driver_id });
  },
  // A second token would end the first, which the receipt of this command shows to a duplicate.
  passesIdentity: true,
  handle: async ({ id }, { db, tenant, gathered }) => {
    requireActiveDriver(requireDriver(await lockDriver(db, tenant, id)));
    return gathered;
  },
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
