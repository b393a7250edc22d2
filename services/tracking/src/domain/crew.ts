import type {
  Driver as DriverResource,
  Position,
  Vehicle as VehicleResource,
} from '@svc/contracts';
import { Refusal } from '@svc/kit/refusal';
import type { Paper } from './paper.ts';

export interface Driver {
  id: string;
  first_name: string;
  last_name: string;
  photo_key: string | null;
  photo_media_type: string | null;
  client_id: string | null;
  created_at: Date;
  documents: Paper[];
}

export interface Vehicle {
  id: string;
  registration: string;
  last_position: Position | null;
  last_seen_at: Date | null;
  created_at: Date;
  documents: Paper[];
}

export const toDriverResource = (driver: Driver): DriverResource => ({
  object: 'driver',
  id: driver.id,
  first_name: driver.first_name,
  last_name: driver.last_name,
  documents: driver.documents,
  has_photo: driver.photo_key !== null,
  client_id: driver.client_id,
  created_at: driver.created_at.toISOString(),
});

export const toVehicleResource = (vehicle: Vehicle): VehicleResource => ({
  object: 'vehicle',
  id: vehicle.id,
  registration: vehicle.registration,
  documents: vehicle.documents,
  last_position: vehicle.last_position,
  created_at: vehicle.created_at.toISOString(),
});

/** A driver of another carrier answers as one that is not there. */
export function existingDriver(driver: Driver | undefined): Driver {
  if (!driver) throw new Refusal('driver_not_found', 'No driver with this id.');
  return driver;
}

export const registrationTaken = (): Refusal =>
  new Refusal('registration_taken', 'Another vehicle has this registration.');
