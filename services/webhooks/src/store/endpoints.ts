import { requireCursor } from '@svc/kit/page';
import { Refusal } from '@svc/kit/refusal';
import { type Kysely, sql } from 'kysely';
import type { Endpoint } from '../domain/endpoint.ts';
import { type QueueKey, wakeQueue } from './endpoint-queues.ts';
import type { Tables } from './schema.ts';

const columns = [
  'id',
  'url',
  'events',
  'status',
  'disabled_at',
  'secret',
  'secret_version',
  'old_secret',
  'old_secret_expires_at',
  'created_at',
] as const;

export async function insertEndpoint(
  db: Kysely<Tables>,
  tenant: string,
  endpoint: Endpoint,
): Promise<void> {
  await db
    .insertInto('endpoint')
    .values({ tenant_id: tenant, ...endpoint })
    .execute();
}

const notFound = () => new Refusal('webhook_not_found', 'There is no webhook with this id.');

export const findEndpoint = (
  db: Kysely<Tables>,
  tenant: string,
  id: string,
): Promise<Endpoint | undefined> =>
  db
    .selectFrom('endpoint')
    .select(columns)
    .where('tenant_id', '=', tenant)
    .where('id', '=', id)
    .executeTakeFirst();

export async function getEndpoint(
  db: Kysely<Tables>,
  tenant: string,
  id: string,
): Promise<Endpoint> {
  const found = await findEndpoint(db, tenant, id);
  if (!found) throw notFound();
  return found;
}

/** Serializes registrations of a tenant (advisory lock until commit). */
export async function lockEndpoints(db: Kysely<Tables>, tenant: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`endpoints ${tenant}`}, 0))`.execute(
    db,
  );
}

export async function countEndpoints(db: Kysely<Tables>, tenant: string): Promise<number> {
  const { n } = await db
    .selectFrom('endpoint')
    .select(sql<number>`count(*)::int`.as('n'))
    .where('tenant_id', '=', tenant)
    .executeTakeFirstOrThrow();
  return n;
}

/** Newest first, one more than a page holds. */
export async function listEndpoints(
  db: Kysely<Tables>,
  tenant: string,
  { limit, starting_after }: { limit: number; starting_after?: string | undefined },
): Promise<Endpoint[]> {
  const own = db.selectFrom('endpoint').where('tenant_id', '=', tenant);
  await requireCursor({ starting_after }, (id) => own.select('id').where('id', '=', id));
  return own
    .select(columns)
    .$if(starting_after !== undefined, (query) => query.where('id', '<', starting_after ?? ''))
    .orderBy('id', 'desc')
    .limit(limit + 1)
    .execute();
}

export async function saveEndpoint(
  db: Kysely<Tables>,
  tenant: string,
  { id, ...endpoint }: Endpoint,
): Promise<void> {
  await db
    .updateTable('endpoint')
    .set(endpoint)
    .where('tenant_id', '=', tenant)
    .where('id', '=', id)
    .execute();
}

/**
 * Makes its queue due, so that pending deliveries are abandoned. Returns its address; undefined where it
 * was not active.
 */
export async function disableEndpoint(
  db: Kysely<Tables>,
  { tenant_id, endpoint_id }: QueueKey,
  now: Date,
): Promise<string | undefined> {
  const found = await db
    .updateTable('endpoint')
    .set({ status: 'disabled', disabled_at: now })
    .where('tenant_id', '=', tenant_id)
    .where('id', '=', endpoint_id)
    .where('status', '=', 'active')
    .returning('url')
    .executeTakeFirst();
  if (found) await wakeQueue(db, tenant_id, { id: endpoint_id, now });
  return found?.url;
}

/** Deletes the endpoint and its queue. Its log is no longer visible; retention deletes it. */
export async function deleteEndpoint(
  db: Kysely<Tables>,
  tenant: string,
  id: string,
): Promise<void> {
  await db
    .deleteFrom('endpoint_queue')
    .where('tenant_id', '=', tenant)
    .where('endpoint_id', '=', id)
    .execute();
  const { numDeletedRows } = await db
    .deleteFrom('endpoint')
    .where('tenant_id', '=', tenant)
    .where('id', '=', id)
    .executeTakeFirst();
  if (numDeletedRows === 0n) throw notFound();
}
