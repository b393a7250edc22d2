/** Feeds of couriers' phones: in the vehicle of the driver's open job, and forgotten in time. */
import { type Kysely, sql } from 'kysely';
import { openStatuses, phoneProvider } from '../domain/telemetry/phone-positions.ts';
import type { Tables } from './schema.ts';

interface PhonePlace {
  vehicleId: string;
  /** The vehicle that the feed is in so far; null before its first report. */
  feedVehicleId: string | null;
}

/** Order of a driver's open jobs: parcels on board first, then the job that changed last. */
export async function findPhonePlace(
  db: Kysely<Tables>,
  tenant: string,
  { driverId, deviceId }: { driverId: string; deviceId: string },
): Promise<PhonePlace | undefined> {
  const { rows } = await sql<PhonePlace>`
    select v.id as "vehicleId", f.vehicle_id as "feedVehicleId"
      from tracked_job j
      join vehicle v on v.tenant_id = ${tenant} and v.id = j.vehicle_id
      left join feed f on f.provider_id = ${phoneProvider} and f.device_id = ${deviceId}
     where j.driver_id = ${driverId} and j.ended_at is null
       and j.status = any(${openStatuses}::text[])
     order by j.collected_at is null, j.received_at desc, j.job_id limit 1`.execute(db);
  return rows[0];
}

/** Forgets the place that the phone had in another vehicle: it says nothing about this one. */
export async function placePhone(
  db: Kysely<Tables>,
  tenant: string,
  { deviceId, vehicleId, now }: { deviceId: string; vehicleId: string; now: Date },
): Promise<void> {
  await sql`
    insert into feed (tenant_id, provider_id, device_id, vehicle_id, vehicle_no, registration,
                      purged_until)
    select tenant_id, ${phoneProvider}, ${deviceId}, id, no, registration,
           ${now}::timestamptz - interval '1 day'
      from vehicle where tenant_id = ${tenant} and id = ${vehicleId}
    on conflict (provider_id, device_id) do update
       set vehicle_id = excluded.vehicle_id, vehicle_no = excluded.vehicle_no,
           registration = excluded.registration, seen_at = null, lat_e6 = null, lng_e6 = null`.execute(
    db,
  );
}

/**
 * Deletes the older readings of phones, and their newest position if that is older; counts feeds.
 * Days are found by a parameter, never by a column of the locked row (docs/architecture/data.md,
 * daily tables).
 */
export async function purgePhones(
  db: Kysely<Tables>,
  { before, max }: { before: Date; max: number },
): Promise<number> {
  const isKept = sql`f.seen_at >= ${before}`;
  const { numAffectedRows } = await sql`
    with due as materialized (
      select no from feed
       where purged_until < ${before} and max_seq >= extract(epoch from purged_until) * 1000
       order by no limit ${max} for update skip locked),
    gone as (
      delete from reading r using due
       where r.feed_no = due.no and r.at < ${before})
    update feed f
       set purged_until = ${before}, seen_at = case when ${isKept} then f.seen_at end,
           lat_e6 = case when ${isKept} then f.lat_e6 end,
           lng_e6 = case when ${isKept} then f.lng_e6 end
      from due where f.no = due.no`.execute(db);
  return Number(numAffectedRows ?? 0);
}
