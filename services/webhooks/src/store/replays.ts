import { type Kysely, sql } from 'kysely';
import { everyType } from '../domain/endpoint.ts';
import type { Tables } from './schema.ts';

export interface Replayable {
  id: string;
  type: string;
  created_at: Date;
  seq: string;
}

export interface Span {
  endpoint: { id: string; events: readonly string[] };
  after: { created_at: Date; seq: string };
  until: Date;
}

/** Events that an endpoint wants, within a span of the log. */
const inSpan = (db: Kysely<Tables>, tenant: string, { endpoint, after, until }: Span) =>
  db
    .selectFrom('event')
    .where('tenant_id', '=', tenant)
    .where(
      sql<boolean>`(created_at, seq) > (${after.created_at}::timestamptz, ${after.seq}::bigint)`,
    )
    .where('created_at', '<=', until)
    .where((where) =>
      where.or([where('endpoint_id', 'is', null), where('endpoint_id', '=', endpoint.id)]),
    )
    .$if(!endpoint.events.includes(everyType), (query) =>
      query.where('type', 'in', [...endpoint.events]),
    );

const columns = ['id', 'type', 'created_at', 'seq'] as const;

export const listSpan = (
  db: Kysely<Tables>,
  tenant: string,
  { limit, ...span }: Span & { limit: number },
): Promise<Replayable[]> =>
  inSpan(db, tenant, span)
    .select(columns)
    .orderBy('created_at')
    .orderBy('seq')
    .limit(limit)
    .execute();

export async function countSpan(db: Kysely<Tables>, tenant: string, span: Span): Promise<number> {
  const { n } = await inSpan(db, tenant, span)
    .select(sql<number>`count(*)::int`.as('n'))
    .executeTakeFirstOrThrow();
  return n;
}

/** These events, except tests of other endpoints and what is too old, in order of creation. */
export const listByIds = (
  db: Kysely<Tables>,
  tenant: string,
  { ids, endpointId, since }: { ids: readonly string[]; endpointId: string; since: Date },
): Promise<Replayable[]> =>
  db
    .selectFrom('event')
    .select(columns)
    .where('tenant_id', '=', tenant)
    .where(sql<boolean>`id = any(${[...ids]})`)
    .where('created_at', '>=', since)
    .where((where) =>
      where.or([where('endpoint_id', 'is', null), where('endpoint_id', '=', endpointId)]),
    )
    .orderBy('created_at')
    .orderBy('seq')
    .execute();

export interface Remainder {
  after_created_at: Date;
  after_seq: string;
  until: Date;
}

export async function keepRemainder(
  db: Kysely<Tables>,
  tenant: string,
  { endpointId, ...remainder }: Remainder & { endpointId: string },
): Promise<void> {
  await db
    .insertInto('replay')
    .values({ tenant_id: tenant, endpoint_id: endpointId, ...remainder })
    .execute();
}

/** Takes the oldest unfinished replay of any tenant out, for as long as this transaction lasts. */
export async function takeRemainder(db: Kysely<Tables>) {
  const { rows } = await sql<Remainder & { tenant_id: string; endpoint_id: string }>`
    delete from replay where id = (select id from replay order by id limit 1 for update skip locked)
    returning tenant_id, endpoint_id, after_created_at, after_seq, until`.execute(db);
  return rows[0];
}
