import { type Kysely, sql } from 'kysely';
import type { Feed } from '../domain/telemetry/feed.ts';
import { array } from './arrays.ts';
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
 * Feeds of devices that the provider tells of for the first time, unless another batch adds them,
 * which is waited for. The devices are locked, so that none moves meanwhile.
 */
export async function addFeeds(
  db: Kysely<Tables>,
  tenant: string,
  { providerId, deviceIds }: { providerId: string; deviceIds: readonly string[] },
): Promise<void> {
  await sql`
    insert into feed (tenant_id, provider_id, device_id, vehicle_id, vehicle_no, registration)
    select d.tenant_id, ${providerId}, d.device_id, v.id, v.no, v.registration
      from device d join vehicle v on v.tenant_id = d.tenant_id and v.id = d.vehicle_id
     where d.tenant_id = ${tenant} and d.device_id = any(${array('text', deviceIds)})
     order by d.device_id for share of d
    on conflict do nothing`.execute(db);
}

/** How far feeds had come before the batch that holds them. */
export async function listReached(
  db: Kysely<Tables>,
  nos: readonly number[],
): Promise<Map<number, number>> {
  const { rows } = await sql<{ no: number; before: string }>`
    select no, max_seq_before as before from feed where no = any(${array('int4', nos)})`.execute(
    db,
  );
  return new Map(rows.map(({ no, before }) => [no, Number(before)]));
}
