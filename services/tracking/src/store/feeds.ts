import { type Kysely, sql } from 'kysely';
import type { Advance, Feed } from '../domain/telemetry/feed.ts';
import { array, column } from './literal.ts';
import type { Tables } from './schema.ts';

export async function listFeeds(
  db: Kysely<Tables>,
  providerId: string,
  deviceIds: readonly string[],
): Promise<Feed[]> {
  const { rows } = await sql<Feed>`
    select no, device_id, vehicle_id, vehicle_no, registration
      from feed
     where provider_id = ${providerId} and device_id = any(${array('text', deviceIds)})`.execute(
    db,
  );
  return rows;
}

/**
 * Feeds of devices that the provider tells of for the first time; whether there were any. The
 * devices are locked, so that none moves meanwhile.
 */
export async function addFeeds(
  db: Kysely<Tables>,
  tenant: string,
  { providerId, deviceIds }: { providerId: string; deviceIds: readonly string[] },
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    insert into feed (tenant_id, provider_id, device_id, vehicle_id, vehicle_no, registration)
    select d.tenant_id, ${providerId}, d.device_id, v.id, v.no, v.registration
      from device d join vehicle v on v.tenant_id = d.tenant_id and v.id = d.vehicle_id
     where d.tenant_id = ${tenant} and d.device_id = any(${array('text', deviceIds)})
     order by d.device_id for share of d
    on conflict do nothing`.execute(db);
  return (numAffectedRows ?? 0n) > 0n;
}

/**
 * Takes feeds forward, in the order of their numbers, and locks them until the batch is committed.
 * Answers how far each had come before: another batch may have been first.
 */
export async function advanceFeeds(
  db: Kysely<Tables>,
  advances: readonly Advance[],
): Promise<Map<number, number>> {
  const { rows } = await sql<{ no: number; before: string }>`
    update feed f
       set max_seq_before = f.max_seq, max_seq = greatest(f.max_seq, u.max_seq),
           seen_at = case when u.seen_at > coalesce(f.seen_at, '-infinity') then u.seen_at else f.seen_at end,
           lat_e6 = case when u.seen_at > coalesce(f.seen_at, '-infinity') then u.lat_e6 else f.lat_e6 end,
           lng_e6 = case when u.seen_at > coalesce(f.seen_at, '-infinity') then u.lng_e6 else f.lng_e6 end
      from unnest(${column('int4', advances, ({ no }) => no)},
                  ${column('int8', advances, ({ max_seq }) => max_seq)},
                  ${column('timestamptz', advances, ({ newest }) => newest?.at ?? null)},
                  ${column('int4', advances, ({ newest }) => newest?.lat_e6 ?? null)},
                  ${column('int4', advances, ({ newest }) => newest?.lng_e6 ?? null)})
             as u (no, max_seq, seen_at, lat_e6, lng_e6)
     where f.no = u.no
    returning f.no, f.max_seq_before as before`.execute(db);
  return new Map(rows.map(({ no, before }) => [no, Number(before)]));
}
