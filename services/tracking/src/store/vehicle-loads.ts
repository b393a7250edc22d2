/** Devices and parcels with a range in vehicles: what decides whose readings count. */
import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { DevicePlacement, Period, VehicleLoad } from '../domain/cold-chain/probe-watch.ts';
import type { TraceWindow } from '../domain/cold-chain/reading.ts';
import type { Tables } from './schema.ts';

type Parcels = VehicleLoad['parcels'][number];

const boxedOf = (isIts: RawBuilder<unknown>) => sql`
  (select coalesce(json_agg(json_build_object('from_at', b.from_at, 'to_at', b.to_at)), '[]')
     from binding b where ${isIts}) as boxed`;

/** In one box: of some parcels in it, the others are taken to lie open. */
const allParcels = sql`b.kind = 'parcels' and b.job_id = tracked_job.job_id
  and b.job_tenant_id = tracked_job.tenant_id
  and (b.parcels is null or cardinality(b.parcels) >= b.job_parcels)`;

/** Times from JSON are text. */
const datesOf = <T extends { boxed: readonly Period[] }>(row: T): T => ({
  ...row,
  boxed: row.boxed.map(({ from_at, to_at }) => ({
    from_at: from_at && new Date(from_at),
    to_at: to_at && new Date(to_at),
  })),
});

/** Loads by vehicle, over all tenants: their parcels lie beside each other. */
export async function listVehicleLoads(
  db: Kysely<Tables>,
  vehicleIds: readonly string[],
  { from, to }: TraceWindow,
): Promise<(vehicleId: string) => VehicleLoad> {
  const placements = await sql<DevicePlacement & { vehicle_id: string }>`
    select p.*, ${boxedOf(sql`b.kind = 'probe' and b.device_id = p.device_id and b.tenant_id = p.tenant_id`)},
           case when p.to_at is null then
             (select max(f.measured_at) from feed f
               where f.tenant_id = p.tenant_id and f.device_id = p.device_id) end as measured_at
      from device_placement p
     where p.vehicle_id = any(${vehicleIds}::text[]) and coalesce(p.from_at, '-infinity') <= ${to}
       and coalesce(p.to_at, 'infinity') >= ${from}`.execute(db);
  const parcels = await sql<Parcels & { vehicle_id: string }>`
    select vehicle_id, temperature_class, temperature_profile,
           coalesce((earlier_holds -> -1 ->> 'to')::timestamptz, collected_at) as from_at,
           coalesce(trace_ended_at, ended_at) as to_at,
           ${boxedOf(allParcels)}
      from tracked_job
     where vehicle_id = any(${vehicleIds}::text[]) and temperature_class is not null
       and collected_at <= ${to}
       and coalesce(trace_ended_at, ended_at, 'infinity') >= ${from}
     union all
    select h.vehicle_id, temperature_class, temperature_profile, h."from", h."to",
           ${boxedOf(allParcels)}
      from tracked_job,
           json_to_recordset(earlier_holds) as h (vehicle_id text, "from" timestamptz, "to" timestamptz)
     where earlier_holds is not null and temperature_class is not null
       and h.vehicle_id = any(${vehicleIds}::text[])
       and h."from" <= ${to} and h."to" >= ${from}`.execute(db);
  return (vehicleId) => ({
    placements: placements.rows.filter(({ vehicle_id }) => vehicle_id === vehicleId).map(datesOf),
    parcels: parcels.rows.filter(({ vehicle_id }) => vehicle_id === vehicleId).map(datesOf),
  });
}
