import { assertStillHas, replaceClient } from '../courier-client.ts';
import { command } from '../define.ts';
import { existingDriver } from '../domain/crew.ts';
import { findDriver, lockDriver, saveDriver } from '../store/drivers.ts';

export const createDriverClient = command('createDriverClient', {
  gather: async ({ id }, { db, tenant, clients }) =>
    replaceClient(existingDriver(await findDriver(db, tenant, id)), clients),
  handle: async ({ id }, { db, tenant, facts }) => {
    const driver = existingDriver(await lockDriver(db, tenant, id));
    assertStillHas(driver, facts.replaced);
    await saveDriver(db, tenant, { ...driver, client_id: facts.client.client_id });
    return facts.client;
  },
});
