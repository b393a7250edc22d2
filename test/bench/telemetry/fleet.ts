/** Vehicles with a device in each, and providers that send signed batches for all of them in turns. */
import { createHmac } from 'node:crypto';
import { Agent } from 'undici';
import { post } from '../http.ts';
import type { BenchStack } from '../stack.ts';
import { lanes, perBatch } from './load.ts';

/** Registers so many vehicles; resolves to what sends the next batch of their readings. */
export async function startFleet(
  { url, owner, tenants, as, fetchToken, cleanup }: BenchStack,
  { vehicles, providers = 1 }: { vehicles: number; providers?: number },
): Promise<() => Promise<void>> {
  await owner.query(
    `insert into tracking.vehicle (tenant_id, id, registration, created_at)
     select $1, 'veh_' || n, 'BN ' || n, now() from generate_series(0, $2::int - 1) n
     on conflict do nothing`,
    [tenants.carrier, vehicles],
  );
  await owner.query(
    `insert into tracking.device (tenant_id, id, device_id, vehicle_id, created_at)
     select tenant_id, replace(id, 'veh_', 'dev_'), replace(id, 'veh_', 'TR-'), id, created_at
       from tracking.vehicle where tenant_id = $1 and id ~ '^veh_[0-9]{1,5}$'
     on conflict do nothing`,
    [tenants.carrier],
  );
  await owner.query('analyze tracking.vehicle, tracking.device');
  const senders = await Promise.all(
    Array.from({ length: providers }, async (_, n) => {
      const name = `Bench ${providers}.${n}`;
      const provider = await as(tenants.carrier).tracking.createTelemetryProvider({ name });
      return { secret: provider.secret, auth: await fetchToken(provider) };
    }),
  );
  const dispatcher = new Agent({ connections: 4 * lanes });
  cleanup.defer(() => dispatcher.close());
  let sent = 0;
  return async () => {
    const [sender] = senders.slice(sent % senders.length);
    if (!sender) throw new Error('there is no provider');
    const body = JSON.stringify({ readings: readingsOf(sent++, vehicles) });
    const timestamp = String(Math.floor(Date.now() / 1_000));
    const hmac = createHmac('sha256', sender.secret).update(`${timestamp}.${body}`).digest('hex');
    const signature = { 'svc-timestamp': timestamp, 'svc-signature': `v1=${hmac}` };
    const headers = { ...sender.auth, ...signature };
    const answer = JSON.parse(await post(`${url}/telemetry/fleet`, body, headers, dispatcher));
    // Some readings of a batch that was sent again may be known.
    const kept = answer.accepted + answer.duplicates;
    if (kept !== perBatch) throw new Error(`${kept} of ${perBatch} readings were accepted`);
  };
}

/** Readings of the next 500 vehicles; a vehicle's next reading has a higher number. */
export function readingsOf(batch: number, vehicles: number) {
  const first = (batch * perBatch) % vehicles;
  const round = Math.floor((batch * perBatch) / vehicles);
  const at = new Date().toISOString();
  return Array.from({ length: perBatch }, (_, n) => ({
    device_id: `TR-${first + n}`,
    seq: round,
    at,
    position: placeOf(first + n, round),
    speed_kmh: 30 + (n % 50),
    temperature_c: 4 + (n % 30) / 10,
    calibrated_until: '2030-06-30',
  }));
}

/** Somewhere around Johannesburg, and moving. */
const placeOf = (vehicle: number, round: number) => ({
  lat: -26.3 + (vehicle % 100) / 500 + (round % 100) / 50_000,
  lng: 27.9 + Math.floor(vehicle / 100) / 500,
});

/** A job under way in each vehicle, in a range that its readings keep: all are evaluated. */
export async function startJobs({ owner, tenants }: BenchStack, vehicles: number): Promise<void> {
  await owner.query(
    `insert into tracking.tracked_job (tenant_id, job_id, ref, status, pickup, dropoff, sla_due,
            vehicle_id, temperature_class, collected_at, moving_since, stage, stage_since,
            evaluated_until, received_at, is_late)
     select $1, 'job_bench_' || n, 'SVC-' || n, 'in_transit', '{"lat":-25.7,"lng":28.2}',
            '{"lat":-25.7,"lng":28.3}', now() + interval '1 day', 'veh_' || n, '2-8C', now(), now(),
            'dropoff', now(), now(), now(), false
       from generate_series(0, $2::int - 1) n`,
    [tenants.demo, vehicles],
  );
  await owner.query('analyze tracking.tracked_job');
}

/** How far the evaluation of the job that is furthest behind is behind the settled time, in seconds. */
export async function evaluationLag({ owner }: BenchStack, settledSeconds: number) {
  const { rows } = await owner.query<{ lag: number }>(
    `select extract(epoch from now() - min(evaluated_until))::float8 - $1 as lag
       from tracking.tracked_job where evaluated_until is not null`,
    [settledSeconds],
  );
  return rows[0]?.lag ?? 0;
}
