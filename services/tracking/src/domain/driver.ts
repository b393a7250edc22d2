import type { Driver, InputOf, tracking } from '@svc/contracts';
import { Refusal } from '@svc/kit/refusal';
import type { ComplianceDocument } from './compliance-document.ts';
import { type FleetRecord, retirement, statusOf } from './fleet.ts';

export interface DriverRecord extends FleetRecord, Pick<Driver, 'phone' | 'shifts' | 'hub_id'> {
  id: string;
  first_name: string;
  last_name: string;
  photo_key: string | null;
  photo_media_type: string | null;
  client_id: string | null;
  created_at: Date;
  documents: ComplianceDocument[];
}

export const toDriverResource = (driver: DriverRecord): Driver => ({
  object: 'driver',
  id: driver.id,
  first_name: driver.first_name,
  last_name: driver.last_name,
  status: statusOf(driver),
  phone: driver.phone,
  base: driver.base,
  shifts: driver.shifts,
  hub_id: driver.hub_id,
  documents: driver.documents,
  has_photo: driver.photo_key !== null,
  client_id: driver.client_id,
  created_at: driver.created_at.toISOString(),
});

/** A driver of another carrier answers as one that is not there. */
export function requireDriver(driver: DriverRecord | undefined): DriverRecord {
  if (!driver) throw new Refusal('driver_not_found', 'No driver with this id.');
  return driver;
}

/** A driver who has left is assigned to nothing, and no device is enrolled for them. */
export function requireActiveDriver(driver: DriverRecord): DriverRecord {
  if (driver.retired_at === null) return driver;
  throw new Refusal('driver_retired', `Driver ${driver.id} is retired.`);
}

type DriverChange = InputOf<(typeof tracking)['actions']['updateDriver']>;

/** Fields that are not named stay as they are. A retired driver has no client. */
export function changeDriver(driver: DriverRecord, change: DriverChange, now: Date): DriverRecord {
  const retired_at = retirement(driver, change.status, now);
  return {
    ...driver,
    first_name: change.first_name ?? driver.first_name,
    last_name: change.last_name ?? driver.last_name,
    phone: change.phone === undefined ? driver.phone : change.phone,
    base: change.base === undefined ? driver.base : change.base,
    shifts: change.shifts === undefined ? driver.shifts : change.shifts,
    hub_id: change.hub_id === undefined ? driver.hub_id : change.hub_id,
    client_id: retired_at === null ? driver.client_id : null,
    retired_at,
  };
}

/** For the audit log. */
export const recordedDriver = (driver: DriverRecord) => {
  const { first_name, last_name, phone, base, shifts, hub_id } = driver;
  return { first_name, last_name, phone, base, shifts, hub_id, status: statusOf(driver) };
};
