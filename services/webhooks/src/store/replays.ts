/** Replays: events of a span or by id, and the remainder that the schedule queues. */
import { type Kysely, sql } from 'kysely';
import { everyType } from '../domain/endpoint.ts';
import type { Tables } from './schema.ts';

export interface ReplayableEvent {
  id: string;
  type: string;
  created_at: Date;
  seq: string;
}

export interface ReplaySpan {
  endpoint: { id: string; events: readonly string[] };
  after: { created_at: Date; seq: string };
  until: Date;
}

/** Events that an endpoint wants, within a span of the log. */
const inSpan = (db: Kysely<Tables>, tenant: string, { endpoint, after, until }: ReplaySpan) =>
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
  { limit, ...span }: ReplaySpan & { limit: number },
): Promise<ReplayableEvent[]> =>
  inSpan(db, tenant, span)
    .select(columns)
    .orderBy('created_at')
    .orderBy('seq')
    .limit(limit)
    .execute();

export async function countSpan(
  db: Kysely<Tables>,
  tenant: string,
  span: ReplaySpan,
): Promise<number> {
  const { n } = await inSpan(db, tenant, span)
    .select(sql<number>`count(*)::int`.as('n'))
    .executeTakeFirstOrThrow();
  return n;
}

/** These events in order of creation, without tests of other endpoints and events before `since`. */
export const listByIds = (
  db: Kysely<Tables>,
  tenant: string,
  { ids, endpointId, since }: { ids: readonly string[]; endpointId: string; since: Date },
): Promise<ReplayableEvent[]> =>
  db
    .selectFrom(({ selectFrom }) =>
      selectFrom(
        sql<{ wanted: string }>`unnest(${[...ids]}::text[])`.as<'given'>(sql`given(wanted)`),
      )
        .innerJoinLateral(
          (inner) =>
            inner
              .selectFrom('event')
              .selectAll('event')
              .where('event.tenant_id', '=', tenant)
              .whereRef('event.id', '=', 'given.wanted')
              .offset(sql.lit(0))
              .as('found'),
          (join) => join.onTrue(),
        )
        .selectAll('found')
        .as('event'),
    )
    .select(columns)
    .where('created_at', '>=', since)
    .where((where) =>
      where.or([where('endpoint_id', 'is', null), where('endpoint_id', '=', endpointId)]),
    )
    .orderBy('created_at')
    .orderBy('seq')
    .execute();

/** Whether events of a replay wait for their first attempt, or to be queued. */
export async function hasUnfinishedReplay(
  db: Kysely<Tables>,
  tenant: string,
  endpointId: string,
): Promise<boolean> {
  const { rows } = await sql<{ found: boolean }>`
    select exists (select from pending_delivery where tenant_id = ${tenant} and endpoint_id = ${endpointId}
                      and in_order)
        or exists (select from replay where tenant_id = ${tenant} and endpoint_id = ${endpointId})
        as found`.execute(db);
  return rows[0]?.found ?? false;
}

export interface ReplayRemainder {
  after_created_at: Date;
  after_seq: string;
  until: Date;
}

export async function insertRemainder(
  db: Kysely<Tables>,
  tenant: string,
  { endpointId, ...remainder }: ReplayRemainder & { endpointId: string },
): Promise<void> {
  await db
    .insertInto('replay')
    .values({ tenant_id: tenant, endpoint_id: endpointId, ...remainder })
    .execute();
}

/** Claims the oldest unfinished replay of any tenant: deleted unless the transaction rolls back. */
export async function claimRemainder(db: Kysely<Tables>) {
  const { rows } = await sql<ReplayRemainder & { tenant_id: string; endpoint_id: string }>`
    delete from replay where id = (select id from replay order by id limit 1 for update skip locked)
    returning tenant_id, endpoint_id, after_created_at, after_seq, until`.execute(db);
  return rows[0];
}
