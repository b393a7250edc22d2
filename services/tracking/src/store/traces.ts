import { type Kysely, sql } from 'kysely';
import type { TemperatureReading, TraceWindow } from '../domain/cold-chain/reading.ts';
import { decodeReadings, hourStart } from '../domain/telemetry/reading-chunks.ts';
import type { Tables } from './schema.ts';

interface Row {
  feed_no: number;
  vehicle_no: number;
  device_id: string;
  readings: Buffer;
}

/** Readings of the vehicle's probes in a window, late and pending ones included; unordered. */
export async function listTrace(
  db: Kysely<Tables>,
  vehicleId: string,
  { from, to }: TraceWindow,
): Promise<TemperatureReading[]> {
  const { rows } = await sql<Row>`
    select r.feed_no, v.no as vehicle_no, f.device_id, r.readings
      from vehicle v
      join reading_chunk r on r.vehicle_no = v.no and r.from_at >= ${hourStart(from)}
                        and r.from_at <= ${to} and r.to_at >= ${from}
      join feed f on f.no = r.feed_no
     where v.id = ${vehicleId}
     union all
    select f.no, f.vehicle_no, f.device_id, b.readings
      from feed f join pending_batch b on b.feed_nos @> array[f.no]
     where f.vehicle_id = ${vehicleId}`.execute(db);
  const [fromMs, toMs] = [from.getTime(), to.getTime()];
  return rows.flatMap(({ feed_no, vehicle_no, device_id, readings }) =>
    decodeReadings(readings).flatMap(({ atMs, seq, temperature_mc, calibrated_until, ...of }) => {
      const isOwn = of.feed_no === feed_no && of.vehicle_no === vehicle_no;
      if (!isOwn || temperature_mc === null || atMs < fromMs || atMs > toMs) return [];
      const temperature_c = temperature_mc / 1_000;
      return [{ device_id, seq, at: new Date(atMs), temperature_c, calibrated_until }];
    }),
  );
}
