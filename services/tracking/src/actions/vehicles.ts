import { newId } from '@svc/kit/ids';
import { toPage } from '@svc/kit/page';
import { command, query } from '../define.ts';
import { checkBase } from '../domain/fleet.ts';
import {
  changeVehicle,
  recordedVehicle,
  registrationTaken,
  requireVehicle,
  toVehiclePosition,
  toVehicleResource,
  type VehicleRecord,
} from '../domain/vehicle.ts';
import { listVehiclePositions as listPositions } from '../store/vehicle-positions.ts';
import {
  findVehicle,
  insertVehicle,
  isRegistrationTaken,
  listVehicles as listStored,
  lockVehicle,
  registrationIndex,
  saveVehicle,
} from '../store/vehicles.ts';
import { requireSite } from '../workflows/boxes/known-site.ts';

export const createVehicle = command('createVehicle', {
  gather: ({ hub_site_id }, { clients }) => requireSite(clients, hub_site_id),
  handle: async (input, { db, tenant, now, config, recordChange }) => {
    checkBase(input, config.SVC_OPERATING_AREA);
    const vehicle: VehicleRecord = {
      ...input,
      id: newId('veh_', now),
      last_position: null,
      last_seen_at: null,
      created_at: now,
      retired_at: null,
    };
    if (await isRegistrationTaken(db, tenant, vehicle)) throw registrationTaken();
    await insertVehicle(db, tenant, vehicle);
    recordChange({ object: vehicle.id, after: recordedVehicle(vehicle) });
    return toVehicleResource(vehicle);
  },
  retryOn: [registrationIndex],
});

export const getVehicle = query('getVehicle', async ({ id }, { db, tenant }) =>
  toVehicleResource(requireVehicle(await findVehicle(db, tenant, id))),
);

export const updateVehicle = command('updateVehicle', {
  gather: ({ hub_site_id }, { clients }) => requireSite(clients, hub_site_id),
  handle: async (change, { db, tenant, now, config, recordChange }) => {
    checkBase(change, config.SVC_OPERATING_AREA);
    const before = requireVehicle(await lockVehicle(db, tenant, change.id));
    const after = changeVehicle(before, change, now);
    if (await isRegistrationTaken(db, tenant, after)) throw registrationTaken();
    await saveVehicle(db, tenant, after);
    const versions = { before: recordedVehicle(before), after: recordedVehicle(after) };
    recordChange({ object: before.id, ...versions });
    return toVehicleResource(after);
  },
  retryOn: [registrationIndex],
});

export const listVehicles = query('listVehicles', async ({ status, ...page }, { db, tenant }) => {
  const wanted = { before: page.starting_after, max: page.limit + 1, status };
  const found = await listStored(db, tenant, wanted);
  return toPage(found.map(toVehicleResource), page.limit);
});

export const listVehiclePositions = query('listVehiclePositions', async (page, { db, tenant }) => {
  const { starting_after: after, limit } = page;
  const found = await listPositions(db, tenant, { after, max: limit + 1 });
  return toPage(found.map(toVehiclePosition), limit);
});
