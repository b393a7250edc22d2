import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { DeviceFeed } from '../domain/telemetry/feed.ts';
import type { FeedProgress } from '../domain/telemetry/stored-reading.ts';
import type { Tables } from './schema.ts';
import { toTelemetrySighting } from './vehicles.ts';

interface DevicesOfProvider {
  providerId: string;
  deviceIds: readonly string[];
}

/** Locks feeds in one order, until the transaction ends: their numbers are claimed under this lock. */
const lockFeedsWhere = async (
  db: Kysely<Tables>,
  condition: RawBuilder<boolean>,
): Promise<DeviceFeed[]> => {
  const { rows } = await sql<
    Omit<DeviceFeed, 'fix' | 'earlier'> & Parameters<typeof toTelemetrySighting>[0]
  >`
    select no, device_id, vehicle_no, registration, max_seq::float8, seen_at, lat_e6, lng_e6,
           (select d.calibrated_until::text from device d
             where d.tenant_id = feed.tenant_id and d.device_id = feed.device_id) as calibrated_until
      from feed where ${condition} order by no for no key update`.execute(db);
  return rows.map(({ seen_at, lat_e6, lng_e6, ...feed }) => ({
    ...feed,
    fix: toTelemetrySighting({ seen_at, lat_e6, lng_e6 }),
    earlier: [],
  }));
};

/** Vehicles that devices have left since this moment, by device; read when their feeds are locked. */
export async function listEarlierPlaces(
  db: Kysely<Tables>,
  tenant: string,
  { deviceIds, since }: { deviceIds: readonly string[]; since: Date },
): Promise<Map<string, DeviceFeed['earlier'][number][]>> {
  const { rows } = await sql<{ device_id: string } & DeviceFeed['earlier'][number]>`
    select p.device_id, v.no as vehicle_no, v.registration, p.to_at as until
      from device_placement p
      join vehicle v on v.tenant_id = p.tenant_id and v.id = p.vehicle_id
     where p.tenant_id = ${tenant} and p.device_id = any(${deviceIds}::text[])
       and p.to_at > ${since}
     order by p.to_at`.execute(db);
  return Map.groupBy(rows, ({ device_id }) => device_id);
}

export const lockFeedsOfDevices = (
  db: Kysely<Tables>,
  { providerId, deviceIds }: DevicesOfProvider,
): Promise<DeviceFeed[]> =>
  lockFeedsWhere(db, sql`provider_id = ${providerId} and device_id = any(${deviceIds}::text[])`);

/** Whether the provider has a feed of each of these devices. */
export async function hasFeedsOfDevices(
  db: Kysely<Tables>,
  { providerId, deviceIds }: DevicesOfProvider,
): Promise<boolean> {
  const { rows } = await sql<{ has_all: boolean }>`
    select count(*) = ${deviceIds.length}::integer as has_all from feed
     where provider_id = ${providerId} and device_id = any(${deviceIds}::text[])`.execute(db);
  return rows[0]?.has_all ?? false;
}

export const lockFeeds = (db: Kysely<Tables>, feedNos: readonly number[]): Promise<DeviceFeed[]> =>
  lockFeedsWhere(db, sql`no = any(${feedNos}::integer[])`);

/**
 * Adds feeds of devices that the provider tells of for the first time. The devices are locked, so
 * that none moves meanwhile.
 */
export async function insertFeeds(
  db: Kysely<Tables>,
  tenant: string,
  { providerId, deviceIds }: DevicesOfProvider,
): Promise<void> {
  await sql`
    insert into feed (tenant_id, provider_id, device_id, vehicle_id, vehicle_no, registration)
    select d.tenant_id, ${providerId}, d.device_id, v.id, v.no, v.registration
      from device d join vehicle v on v.tenant_id = d.tenant_id and v.id = d.vehicle_id
     where d.tenant_id = ${tenant} and d.device_id = any(${deviceIds}::text[])
     order by d.device_id for share of d
    on conflict do nothing`.execute(db);
}

/** Ignores a position or temperature that was sent while the device was in another vehicle. */
export async function advanceFeeds(
  db: Kysely<Tables>,
  advances: readonly FeedProgress[],
): Promise<void> {
  const rows = advances.map(({ no, max_seq, newest, measured }) => ({
    ...{ no, max_seq, seen_at: newest?.at, vehicle_no: newest?.vehicle_no },
    ...{ lat_e6: newest?.lat_e6, lng_e6: newest?.lng_e6 },
    ...{ measured_at: measured?.at, measured_in: measured?.vehicle_no },
    temperature_mc: measured?.temperature_mc,
    calibrated_until: measured?.calibrated_until,
  }));
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
      from json_to_recordset(${JSON.stringify(rows)})
             as u (no integer, max_seq bigint, seen_at timestamptz, vehicle_no integer,
                   lat_e6 integer, lng_e6 integer, measured_at timestamptz, measured_in integer,
                   temperature_mc integer, calibrated_until date)
     where f.no = any(${advances.map(({ no }) => no)}::integer[]) and f.no = u.no`.execute(db);
}
