import { Refusal } from '@svc/kit/refusal';
import { type Kysely, sql } from 'kysely';
import type { Lane } from '../domain/lane.ts';
import type { Tables } from './schema.ts';

export interface LaneKey {
  tenant_id: string;
  endpoint_id: string;
}

const columns = [
  'tenant_id',
  'endpoint_id',
  'width',
  'failures',
  'openings',
  'open_until',
  'failing_since',
  'accepted_version',
] as const;

export async function insertLane(db: Kysely<Tables>, tenant: string, lane: Lane): Promise<void> {
  await db
    .insertInto('lane')
    .values({ ...lane, tenant_id: tenant, due_at: null })
    .execute();
}

/** Whoever changes an endpoint or its queue holds its lane first. */
export async function lockLane(db: Kysely<Tables>, tenant: string, id: string): Promise<Lane> {
  const found = await db
    .selectFrom('lane')
    .select(columns)
    .where('tenant_id', '=', tenant)
    .where('endpoint_id', '=', id)
    .forUpdate()
    .executeTakeFirst();
  if (!found) throw new Refusal('webhook_not_found', 'There is no webhook with this id.');
  return found;
}

/** For a deliverer, across tenants; always in the same order, so that two never wait for each other. */
export const lockLanes = (db: Kysely<Tables>, keys: readonly LaneKey[]): Promise<Lane[]> =>
  db
    .selectFrom('lane')
    .select(columns)
    .where(isAmong(keys))
    .orderBy('tenant_id')
    .orderBy('endpoint_id')
    .forUpdate()
    .execute();

/** Lanes of active endpoints, of any tenant, that have failed since before this moment. */
export async function lockFailing(db: Kysely<Tables>, since: Date): Promise<LaneKey[]> {
  const { rows } = await sql<LaneKey>`
    select l.tenant_id, l.endpoint_id
      from lane l join endpoint e on (e.tenant_id, e.id) = (l.tenant_id, l.endpoint_id)
     where l.failing_since <= ${since} and e.status = 'active'
     order by 1, 2 for update of l`.execute(db);
  return rows;
}

/** Lanes that have something due, the longest waiting first; those that others hold are left out. */
export async function lockDueLanes(
  db: Kysely<Tables>,
  now: Date,
  limit: number,
): Promise<(LaneKey & { is_active: boolean })[]> {
  const { rows } = await sql<LaneKey & { is_active: boolean }>`
    select l.tenant_id, l.endpoint_id, e.status = 'active' as is_active
      from lane l join endpoint e on (e.tenant_id, e.id) = (l.tenant_id, l.endpoint_id)
     where l.due_at <= ${now}
     order by l.due_at limit ${limit}
       for update of l skip locked`.execute(db);
  return rows;
}

/** Takes up to 500 notices of new work and makes their lanes due. Answers whether there were any. */
export async function takeNudges(db: Kysely<Tables>, now: Date): Promise<boolean> {
  const { numAffectedRows } = await sql`
    with taken as (
      delete from nudge where id = any (array(
        select id from nudge order by id limit 500 for update skip locked))
      returning tenant_id, endpoint_ids
    ), woken as (
      select distinct t.tenant_id, e.endpoint_id
        from taken t cross join unnest(t.endpoint_ids) as e(endpoint_id)
    ), held as (
      select l.tenant_id, l.endpoint_id from lane l join woken using (tenant_id, endpoint_id)
       order by 1, 2 for update of l
    )
    update lane l set due_at = least(l.due_at, greatest(${now}, l.open_until))
      from held h where (l.tenant_id, l.endpoint_id) = (h.tenant_id, h.endpoint_id)`.execute(db);
  return (numAffectedRows ?? 0n) > 0n;
}

/** Writes what delivering taught about locked lanes. */
export async function saveLanes(db: Kysely<Tables>, lanes: readonly Lane[]): Promise<void> {
  await sql`
    update lane l
       set width = n.width, failures = n.failures, openings = n.openings,
           open_until = n.open_until, failing_since = n.failing_since,
           accepted_version = n.accepted_version
      from json_to_recordset(${JSON.stringify(lanes)}) as n(
             tenant_id text, endpoint_id text, width integer, failures integer, openings integer,
             open_until timestamptz, failing_since timestamptz, accepted_version integer)
     where (l.tenant_id, l.endpoint_id) = (n.tenant_id, n.endpoint_id)`.execute(db);
}

/** What a lane has under way: rows that are claimed and whose lease has not ended. */
const underWay = (now: Date) => sql`
  select count(*) filter (where not in_order) + bool_or(in_order)::int as n,
         min(due_at) as lease_end, min(due_at) filter (where in_order) as train_end
    from due d where (d.tenant_id, d.endpoint_id) = (l.tenant_id, l.endpoint_id)
     and d.claim is not null and d.due_at > ${now}`;

const firstDue = (inOrder: boolean) => sql`
  select min(due_at) as due_at
    from due d where (d.tenant_id, d.endpoint_id) = (l.tenant_id, l.endpoint_id)
     and d.in_order = ${inOrder}`;

/**
 * Puts locked lanes back in the queue, at the end of it if something is due now: when the next row is
 * due, or, where no more may be under way, when the first lease ends. Must be a statement of its own
 * after the lock, to see all that was committed before.
 */
export async function requeueLanes(
  db: Kysely<Tables>,
  keys: readonly LaneKey[],
  now: Date,
): Promise<void> {
  const { tenants, endpoints } = columnsOf(keys);
  await sql`
    with next as materialized (
      select l.tenant_id, l.endpoint_id, l.open_until,
             case when w.n >= l.width then w.lease_end
                  else least(plain.due_at, coalesce(w.train_end, train.due_at)) end as due_at
        from unnest(${tenants}::text[], ${endpoints}::text[]) as k(tenant_id, endpoint_id)
        join lane l using (tenant_id, endpoint_id)
        cross join lateral (${underWay(now)}) w
        cross join lateral (${firstDue(false)}) plain
        cross join lateral (${firstDue(true)}) train
    )
    update lane l
       set due_at = case when n.due_at is not null
                         then greatest(n.due_at, n.open_until, ${now}) end
      from next n
     where (l.tenant_id, l.endpoint_id) = (n.tenant_id, n.endpoint_id)`.execute(db);
}

/** Nothing of these lanes is due until somebody says so. */
export async function restLanes(db: Kysely<Tables>, keys: readonly LaneKey[]): Promise<void> {
  await db.updateTable('lane').set({ due_at: null }).where(isAmong(keys)).execute();
}

export async function wakeLane(
  db: Kysely<Tables>,
  tenant: string,
  { id, now }: { id: string; now: Date },
): Promise<void> {
  await db
    .updateTable('lane')
    .set({ due_at: now })
    .where('tenant_id', '=', tenant)
    .where('endpoint_id', '=', id)
    .execute();
}

const columnsOf = (keys: readonly LaneKey[]) => ({
  tenants: keys.map(({ tenant_id }) => tenant_id),
  endpoints: keys.map(({ endpoint_id }) => endpoint_id),
});

function isAmong(keys: readonly LaneKey[]) {
  const { tenants, endpoints } = columnsOf(keys);
  return sql<boolean>`(tenant_id, endpoint_id) in (
    select * from unnest(${tenants}::text[], ${endpoints}::text[]))`;
}

/** Whether a claim would find anything: a read that costs next to nothing. */
export async function hasWork(db: Kysely<Tables>, now: Date): Promise<boolean> {
  const { rows } = await sql<{ found: boolean }>`
    select exists (select from nudge) or exists (select from lane where due_at <= ${now}) as found
  `.execute(db);
  return rows[0]?.found ?? false;
}
