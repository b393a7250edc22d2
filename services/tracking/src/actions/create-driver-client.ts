import { replaceClient, requireUnchangedClient } from '../adapters/courier-client.ts';
import { command } from '../define.ts';
import { requireDriver } from '../domain/driver.ts';
import { findDriver, lockDriver, saveDriver } from '../store/drivers.ts';

export const createDriverClient = command('createDriverClient', {
  gather: async ({ id }, { db, tenant, clients }) =>
    replaceClient(requireDriver(await findDriver(db, tenant, id)), clients),
  handle: async ({ id }, { db, tenant, gathered }) => {
    const driver = requireDriver(await lockDriver(db, tenant, id));
    requireUnchangedClient(driver, gathered.replaced);
    await saveDriver(db, tenant, { ...driver, client_id: gathered.client.client_id });
    return gathered.client;
  },
});
