import { newId } from '@svc/kit/ids';
import { command } from '../define.ts';
import { type DriverRecord, toDriverResource } from '../domain/driver.ts';
import { insertDriver } from '../store/drivers.ts';

export const createDriver = command('createDriver', {
  handle: async ({ first_name, last_name, documents }, { db, tenant, now }) => {
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
    return toDriverResource(driver);
  },
});
