import { Refusal } from '@svc/kit/refusal';
import { query } from '../define.ts';
import { requireActiveDriver } from '../domain/driver.ts';
import { toHubs, vehicleRetired } from '../domain/vehicle.ts';
import { findDriver } from '../store/drivers.ts';
import { findVehicle, findVehicleByPlate } from '../store/vehicles.ts';

export const assignmentDetails = query(
  'assignmentDetails',
  async ({ driver_id, registration, vehicle_id: id }, { db, tenant }) => {
    const driver = await findDriver(db, tenant, driver_id);
    if (!driver) throw new Refusal('unknown_driver', `No driver ${driver_id}.`);
    requireActiveDriver(driver);
    const vehicle =
      registration === undefined
        ? await findVehicle(db, tenant, id ?? '')
        : await findVehicleByPlate(db, tenant, registration);
    if (!vehicle) throw new Refusal('unknown_vehicle', `No vehicle ${registration ?? id}.`);
    const { id: vehicle_id, hub_site_id } = vehicle;
    if (vehicle.retired_at !== null) throw vehicleRetired(vehicle_id);
    return {
      driver_id,
      driver_first_name: driver.first_name,
      vehicle_id,
      registration: vehicle.registration,
      ...(hub_site_id !== null && { hub_site_id }),
    };
  },
);

export const hubDetails = query('hubDetails', async ({ hub_ids, kept_by }, { db, tenant }) => {
  const keeper = kept_by === undefined ? undefined : await findDriver(db, tenant, kept_by);
  const ids = [...hub_ids, ...(keeper?.hub_id ? [keeper.hub_id] : [])];
  const found = await Promise.all(ids.map((id) => findVehicle(db, tenant, id)));
  return { hubs: found.flatMap(toHubs) };
});
