import { Refusal } from '@svc/kit/refusal';
import { query } from '../define.ts';
import { findDriver } from '../store/drivers.ts';
import { findVehicle } from '../store/vehicles.ts';

export const assignmentDetails = query(
  'assignmentDetails',
  async ({ driver_id, vehicle_id }, { db, tenant }) => {
    const driver = await findDriver(db, tenant, driver_id);
    if (!driver) throw new Refusal('unknown_driver', `No driver ${driver_id}.`);
    const vehicle = await findVehicle(db, tenant, vehicle_id);
    if (!vehicle) throw new Refusal('unknown_vehicle', `No vehicle ${vehicle_id}.`);
    return {
      driver_id,
      driver_first_name: driver.first_name,
      vehicle_id,
      registration: vehicle.registration,
    };
  },
);
