import type { InputOf, Position, tracking, Vehicle, VehiclePosition } from '@svc/contracts';
import { Refusal } from '@svc/kit/refusal';
import type { ComplianceDocument } from './compliance-document.ts';
import { type FleetRecord, retirement, statusOf } from './fleet.ts';

export interface VehicleRecord extends FleetRecord, Pick<Vehicle, 'capacity' | 'hub_site_id'> {
  id: string;
  registration: string;
  last_position: Position | null;
  last_seen_at: Date | null;
  created_at: Date;
  documents: ComplianceDocument[];
}

export const toVehicleResource = (vehicle: VehicleRecord): Vehicle => ({
  object: 'vehicle',
  id: vehicle.id,
  registration: vehicle.registration,
  status: statusOf(vehicle),
  base: vehicle.base,
  capacity: vehicle.capacity,
  hub_site_id: vehicle.hub_site_id,
  documents: vehicle.documents,
  last_position: vehicle.last_position,
  created_at: vehicle.created_at.toISOString(),
});

/** A vehicle of another carrier answers as one that is not there. */
export function requireVehicle(vehicle: VehicleRecord | undefined): VehicleRecord {
  if (!vehicle) throw new Refusal('vehicle_not_found', 'No vehicle with this id.');
  return vehicle;
}

export const registrationTaken = (): Refusal =>
  new Refusal('registration_taken', 'Another vehicle has this registration.');

export const vehicleRetired = (id: string): Refusal =>
  new Refusal('vehicle_retired', `Vehicle ${id} is retired.`);

type VehicleChange = InputOf<(typeof tracking)['actions']['updateVehicle']>;

/** Fields that are not named stay as they are. */
export const changeVehicle = (
  vehicle: VehicleRecord,
  change: VehicleChange,
  now: Date,
): VehicleRecord => ({
  ...vehicle,
  registration: change.registration ?? vehicle.registration,
  base: change.base === undefined ? vehicle.base : change.base,
  capacity: change.capacity ?? vehicle.capacity,
  hub_site_id: change.hub_site_id === undefined ? vehicle.hub_site_id : change.hub_site_id,
  retired_at: retirement(vehicle, change.status, now),
});

/** For the audit log. */
export const recordedVehicle = (vehicle: VehicleRecord) => {
  const { registration, base, capacity, hub_site_id } = vehicle;
  return { registration, base, capacity, hub_site_id, status: statusOf(vehicle) };
};

/** A hub is a vehicle that stands at a site; none for any other, and for a retired one. */
export function toHubs(vehicle: VehicleRecord | undefined) {
  if (!vehicle?.hub_site_id || vehicle.retired_at !== null) return [];
  const { id: vehicle_id, registration, hub_site_id: site_id } = vehicle;
  return [{ vehicle_id, registration, site_id }];
}

export interface VehiclePositionRecord
  extends Pick<VehicleRecord, 'id' | 'registration' | 'last_position' | 'last_seen_at'> {
  device_seen_at: Date | null;
  lat_e6: number | null;
  lng_e6: number | null;
  measured_at: Date | null;
  temperature_mc: number | null;
}

/** Newest position: from a courier's milestone, or from later telemetry. */
export function toVehiclePosition(record: VehiclePositionRecord): VehiclePosition {
  const { id, registration, last_position, last_seen_at, device_seen_at } = record;
  const { lat_e6, lng_e6, measured_at, temperature_mc } = record;
  const isByDevice =
    device_seen_at !== null && (last_seen_at === null || device_seen_at > last_seen_at);
  const byDevice =
    lat_e6 !== null && lng_e6 !== null ? { lat: lat_e6 / 1e6, lng: lng_e6 / 1e6 } : null;
  const seen = isByDevice
    ? { last_position: byDevice, at: device_seen_at }
    : { last_position, at: last_seen_at };
  return {
    id,
    registration,
    last_position: seen.last_position,
    seen_at: seen.at?.toISOString() ?? null,
    temperature_c: temperature_mc === null ? null : temperature_mc / 1_000,
    measured_at: measured_at?.toISOString() ?? null,
  };
}
