import { type Kysely, sql } from 'kysely';
import type { TemperatureReading, TraceWindow } from '../domain/cold-chain/reading.ts';
import type { Tables } from './schema.ts';

/** Readings of these vehicles' probes in a window, late ones included; unordered. */
export async function listTrace(
  db: Kysely<Tables>,
  vehicleIds: readonly string[],
  { from, to }: TraceWindow,
): Promise<TemperatureReading[]> {
  const { rows } = await sql<TemperatureReading>`
    select f.device_id, r.seq::float8, r.at, r.temperature_mc / 1000.0::float8 as temperature_c,
           r.calibrated_until::text
      from vehicle v
     cross join lateral vehicle_readings(v.no, ${from}, ${to}) r
      join feed f on f.no = r.feed_no
     where v.id = any(${vehicleIds}::text[]) and r.temperature_mc is not null`.execute(db);
  return rows;
}
