import { newId } from '@svc/kit/ids';
import { toPage } from '@svc/kit/page';
import { command, query } from '../define.ts';
import {
  registrationTaken,
  toVehiclePosition,
  toVehicleResource,
  type VehicleRecord,
} from '../domain/vehicle.ts';
import { listVehiclePositions as listPositions } from '../store/vehicle-positions.ts';
import {
  insertVehicle,
  isRegistrationTaken,
  listVehicles as listStored,
  registrationIndex,
} from '../store/vehicles.ts';

export const createVehicle = command('createVehicle', {
  handle: async ({ registration, documents }, context) => {
    const { db, tenant, now, recordChange } = context;
    if (await isRegistrationTaken(db, tenant, registration)) throw registrationTaken();
    const vehicle: VehicleRecord = {
      id: newId('veh_', now),
      registration,
      documents,
      last_position: null,
      last_seen_at: null,
      created_at: now,
    };
    await insertVehicle(db, tenant, vehicle);
    recordChange({ object: vehicle.id, after: { registration } });
    return toVehicleResource(vehicle);
  },
  retryOn: [registrationIndex],
});

export const listVehicles = query('listVehicles', async (page, { db, tenant }) => {
  const found = await listStored(db, tenant, { before: page.starting_after, max: page.limit + 1 });
  return toPage(found.map(toVehicleResource), page.limit);
});

export const listVehiclePositions = query('listVehiclePositions', async (page, { db, tenant }) => {
  const { starting_after: after, limit } = page;
  const found = await listPositions(db, tenant, { after, max: limit + 1 });
  return toPage(found.map(toVehiclePosition), limit);
});
