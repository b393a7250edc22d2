import { requireCursor } from '@svc/kit/page';
import { type Kysely, sql } from 'kysely';
import type { VehiclePositionRecord } from '../domain/vehicle.ts';
import type { Tables } from './schema.ts';

/** By id; of several devices in a vehicle the newest position and the newest temperature. */
export async function listVehiclePositions(
  db: Kysely<Tables>,
  tenant: string,
  { after, max }: { after: string | undefined; max: number },
): Promise<VehiclePositionRecord[]> {
  await requireCursor({ starting_after: after }, (id) =>
    db.selectFrom('vehicle').select('id').where('tenant_id', '=', tenant).where('id', '=', id),
  );
  const { rows } = await sql<VehiclePositionRecord>`
    select v.id, v.registration, v.last_position, v.last_seen_at,
           s.seen_at as device_seen_at, s.lat_e6, s.lng_e6, m.measured_at, m.temperature_mc
      from vehicle v
      left join lateral (select seen_at, lat_e6, lng_e6 from feed
                          where vehicle_id = v.id and seen_at is not null
                          order by seen_at desc limit 1) s on true
      left join lateral (select measured_at, temperature_mc from feed
                          where vehicle_id = v.id and measured_at is not null
                          order by measured_at desc limit 1) m on true
     where v.tenant_id = ${tenant} and v.retired_at is null and v.id > ${after ?? ''}
     order by v.id limit ${max}`.execute(db);
  return rows;
}
