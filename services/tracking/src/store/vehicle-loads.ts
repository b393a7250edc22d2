/** Devices and parcels with a range in vehicles: what decides whose readings count. */
import { type Kysely, sql } from 'kysely';
import type { DevicePlacement, VehicleLoad } from '../domain/cold-chain/probe-watch.ts';
import type { TraceWindow } from '../domain/cold-chain/reading.ts';
import type { Tables } from './schema.ts';

type Parcels = VehicleLoad['parcels'][number];

/** Loads by vehicle, over all tenants: their parcels lie beside each other. */
export async function listVehicleLoads(
  db: Kysely<Tables>,
  vehicleIds: readonly string[],
  { from, to }: TraceWindow,
): Promise<(vehicleId: string) => VehicleLoad> {
  const placements = await sql<DevicePlacement & { vehicle_id: string }>`
    select p.*, case when p.to_at is null then
             (select max(f.measured_at) from feed f
               where f.tenant_id = p.tenant_id and f.device_id = p.device_id) end as measured_at
      from device_placement p
     where p.vehicle_id = any(${vehicleIds}::text[]) and coalesce(p.from_at, '-infinity') <= ${to}
       and coalesce(p.to_at, 'infinity') >= ${from}`.execute(db);
  const parcels = await sql<Parcels & { vehicle_id: string }>`
    select vehicle_id, temperature_class, collected_at as from_at,
           coalesce(trace_ended_at, ended_at) as to_at
      from tracked_job
     where vehicle_id = any(${vehicleIds}::text[]) and temperature_class is not null
       and collected_at <= ${to}
       and coalesce(trace_ended_at, ended_at, 'infinity') >= ${from}`.execute(db);
  return (vehicleId) => ({
    placements: placements.rows.filter(({ vehicle_id }) => vehicle_id === vehicleId),
    parcels: parcels.rows.filter(({ vehicle_id }) => vehicle_id === vehicleId),
  });
}
