import { type Kysely, sql } from 'kysely';
import type { Feed } from '../domain/telemetry/feed.ts';
import { array } from './literal.ts';
import type { Tables } from './schema.ts';

/** In one order, so that batches never wait for each other in a circle. */
export async function lockFeeds(
  db: Kysely<Tables>,
  providerId: string,
  deviceIds: readonly string[],
): Promise<Feed[]> {
  const { rows } = await sql<Omit<Feed, 'max_seq'> & { max_seq: string }>`
    select f.no, f.device_id, f.max_seq, f.seen_at, f.lat_e6, f.lng_e6, f.vehicle_id,
           v.no as vehicle_no, v.registration
      from feed f join vehicle v on v.id = f.vehicle_id
     where f.provider_id = ${providerId} and f.device_id = any(${array('text', deviceIds)})
     order by f.no for no key update of f`.execute(db);
  return rows.map((row) => ({ ...row, max_seq: Number(row.max_seq) }));
}

/** Feeds of devices that the provider tells of for the first time; whether there were any. */
export async function addFeeds(
  db: Kysely<Tables>,
  tenant: string,
  { providerId, deviceIds }: { providerId: string; deviceIds: readonly string[] },
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    insert into feed (tenant_id, provider_id, device_id, vehicle_id)
    select tenant_id, ${providerId}, device_id, vehicle_id
      from device
     where tenant_id = ${tenant} and device_id = any(${array('text', deviceIds)})
     order by device_id for share
    on conflict do nothing`.execute(db);
  return (numAffectedRows ?? 0n) > 0n;
}

/** The feeds are locked. */
export async function saveFeeds(db: Kysely<Tables>, feeds: readonly Feed[]): Promise<void> {
  await sql`
    update feed f set max_seq = u.max_seq, seen_at = u.seen_at, lat_e6 = u.lat_e6, lng_e6 = u.lng_e6
      from unnest(${array(
        'int4',
        feeds.map(({ no }) => no),
      )},
                  ${array(
                    'int8',
                    feeds.map(({ max_seq }) => max_seq),
                  )},
                  ${array(
                    'timestamptz',
                    feeds.map(({ seen_at }) => seen_at),
                  )},
                  ${array(
                    'int4',
                    feeds.map(({ lat_e6 }) => lat_e6),
                  )},
                  ${array(
                    'int4',
                    feeds.map(({ lng_e6 }) => lng_e6),
                  )})
             as u (no, max_seq, seen_at, lat_e6, lng_e6)
     where f.no = u.no`.execute(db);
}
