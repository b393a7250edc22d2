/** Ten thousand vehicles, a device in each, a provider that speaks for all of them, and a past. */
import { jobs, tracking } from '@svc/contracts';
import { createClients } from '@svc/kit/client';
import type pg from 'pg';
import { type BenchStack, fetchToken } from './bench-stack.ts';

export const vehicles = 10_000;
const carrier = 'ten_operator';

export interface Fleet {
  secret: string;
  authorization: string;
}

export const asCarrier = ({ processes }: BenchStack) =>
  createClients({ jobs, tracking }, processes.client.broker, {
    tenant: carrier,
    actor: 'bench',
    requestId: 'bench',
  });

export async function registerFleet(stack: BenchStack, owner: pg.Pool): Promise<Fleet> {
  await owner.query(
    `insert into tracking.vehicle (tenant_id, id, registration, created_at)
     select $1, 'veh_' || n, 'BN ' || n, now() from generate_series(0, $2::int - 1) n`,
    [carrier, vehicles],
  );
  await owner.query(
    `insert into tracking.device (tenant_id, id, device_id, vehicle_id, created_at)
     select tenant_id, replace(id, 'veh_', 'dev_'), replace(id, 'veh_', 'TR-'), id, created_at
       from tracking.vehicle where tenant_id = $1 and id ~ '^veh_[0-9]{1,5}$'`,
    [carrier],
  );
  await owner.query('analyze tracking.vehicle, tracking.device');
  const made = await asCarrier(stack).tracking.createTelemetryProvider({ name: 'Bench' });
  const token = await fetchToken(stack.url.replace(/\/v1$/, ''), made);
  return { secret: made.secret, authorization: `Bearer ${token}` };
}

/** Somewhere around Johannesburg, and moving. */
export const placeOf = (vehicle: number, round: number) => ({
  lat: -26.3 + (vehicle % 100) / 500 + (round % 100) / 50_000,
  lng: 27.9 + Math.floor(vehicle / 100) / 500,
});

const rowsPerDay = 2_000_000;

/** So many readings, day by day into the past from yesterday, one a minute of each device; answers how many. */
export async function fillHistory(owner: pg.Pool, rows: number): Promise<number> {
  let filled = 0;
  for (let day = 1; filled < rows; day += 1) {
    const count = Math.min(rowsPerDay, rows - filled);
    await owner.query(`select tracking.keep_reading_day((now() - $1 * interval '1 day')::date)`, [
      day,
    ]);
    await owner.query(
      `insert into tracking.reading
       select greatest(date_trunc('day', now() - $1 * interval '1 day', 'UTC'),
                       now() - $1 * interval '1 day' - (n / ${vehicles}) * interval '1 minute'),
              -1 - $2::bigint - n / ${vehicles}, f.no, v.no, 4000 + n % 3000, -26200000, 28000000,
              40, '2030-06-30', false
         from generate_series(0, $3::int - 1) n
         join tracking.feed f on f.device_id = 'TR-' || n % ${vehicles}
         join tracking.vehicle v on v.id = f.vehicle_id`,
      [day, day * 1_000_000, count],
    );
    filled += count;
  }
  await owner.query('vacuum analyze tracking.reading');
  await owner.query('checkpoint');
  return filled;
}
