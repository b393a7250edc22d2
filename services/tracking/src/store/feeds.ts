import { type Kysely, sql } from 'kysely';
import type { DeviceFeed } from '../domain/telemetry/feed.ts';
import type { LastFixes } from '../domain/telemetry/position-fix.ts';
import type { FeedProgress } from '../domain/telemetry/reading-chunks.ts';
import { array, column } from './binary-arrays.ts';
import type { Tables } from './schema.ts';

export async function listFeeds(
  db: Kysely<Tables>,
  providerId: string,
  deviceIds: readonly string[],
): Promise<(DeviceFeed & { max_seq: number })[]> {
  const { rows } = await sql<DeviceFeed & { max_seq: string }>`
    select no, device_id, vehicle_id, vehicle_no, registration, max_seq
      from feed
     where provider_id = ${providerId} and device_id = any(${array('text', deviceIds)})`.execute(
    db,
  );
  return rows.map((row) => ({ ...row, max_seq: Number(row.max_seq) }));
}

/**
 * Feeds of devices that the provider tells of for the first time; answers how many. The devices are
 * locked, so that none moves meanwhile.
 */
export async function insertFeeds(
  db: Kysely<Tables>,
  tenant: string,
  { providerId, deviceIds }: { providerId: string; deviceIds: readonly string[] },
): Promise<number> {
  const { numAffectedRows } = await sql`
    insert into feed (tenant_id, provider_id, device_id, vehicle_id, vehicle_no, registration)
    select d.tenant_id, ${providerId}, d.device_id, v.id, v.no, v.registration
      from device d join vehicle v on v.tenant_id = d.tenant_id and v.id = d.vehicle_id
     where d.tenant_id = ${tenant} and d.device_id = any(${array('text', deviceIds)})
     order by d.device_id for share of d
    on conflict do nothing`.execute(db);
  return Number(numAffectedRows ?? 0);
}

/** The newest good position of each of these feeds that has one. */
export async function listLastFixes(
  db: Kysely<Tables>,
  feedNos: readonly number[],
): Promise<LastFixes> {
  const { rows } = await sql<{ no: number; at: Date; lat: number; lng: number }>`
    select no, seen_at as at, lat_e6 / 1e6::float8 as lat, lng_e6 / 1e6::float8 as lng
      from feed where no = any(${array('int4', feedNos)}) and seen_at is not null`.execute(db);
  return new Map(rows.map(({ no, at, ...position }) => [no, { at, position }]));
}

/** Ignores a position or temperature that was sent while the device was in another vehicle. */
export async function advanceFeeds(
  db: Kysely<Tables>,
  advances: readonly FeedProgress[],
): Promise<void> {
  const seenAt = ({ newest }: FeedProgress) => (newest ? new Date(newest.atMs) : null);
  const measuredAt = ({ measured }: FeedProgress) => (measured ? new Date(measured.atMs) : null);
  const isNewer = sql`u.vehicle_no = f.vehicle_no and u.seen_at > coalesce(f.seen_at, '-infinity')`;
  const isFresher = sql`u.measured_in = f.vehicle_no
    and u.measured_at > coalesce(f.measured_at, '-infinity')`;
  await sql`
    update feed f
       set max_seq = greatest(f.max_seq, u.max_seq),
           seen_at = case when ${isNewer} then u.seen_at else f.seen_at end,
           lat_e6 = case when ${isNewer} then u.lat_e6 else f.lat_e6 end,
           lng_e6 = case when ${isNewer} then u.lng_e6 else f.lng_e6 end,
           measured_at = case when ${isFresher} then u.measured_at else f.measured_at end,
           temperature_mc = case when ${isFresher} then u.temperature_mc else f.temperature_mc end,
           calibrated_until = case when ${isFresher} then u.calibrated_until
             else f.calibrated_until end
      from unnest(${column('int4', advances, ({ no }) => no)},
                  ${column('int8', advances, ({ max_seq }) => max_seq)},
                  ${column('timestamptz', advances, seenAt)},
                  ${column('int4', advances, ({ newest }) => newest?.vehicle_no ?? null)},
                  ${column('int4', advances, ({ newest }) => newest?.lat_e6 ?? null)},
                  ${column('int4', advances, ({ newest }) => newest?.lng_e6 ?? null)},
                  ${column('timestamptz', advances, measuredAt)},
                  ${column('int4', advances, ({ measured }) => measured?.vehicle_no ?? null)},
                  ${column('int4', advances, ({ measured }) => measured?.temperature_mc ?? null)},
                  ${column('date', advances, ({ measured }) => measured?.calibrated_until ?? null)})
             as u (no, max_seq, seen_at, vehicle_no, lat_e6, lng_e6, measured_at, measured_in,
                   temperature_mc, calibrated_until)
     where f.no = u.no`.execute(db);
}
