/** Pending deliveries (table `pending_delivery`). Reading or writing those of a queue requires its row lock. */
import { type Kysely, type RawBuilder, sql } from 'kysely';
import { concurrencyMax } from '../domain/endpoint-queue.ts';
import type { EndpointSecrets } from '../domain/signature.ts';
import {
  columnsOf,
  firstDue,
  inFlight,
  type QueueKey,
  type QueueSchedule,
  queueOfKey,
  rescheduleByLoad,
} from './endpoint-queues.ts';
import type { Tables } from './schema.ts';

/** A claimed delivery with everything that an attempt needs. */
export interface ClaimedDelivery extends QueueKey, EndpointSecrets {
  /** Place of the row in `pending_delivery` (ctid), which it keeps as long as it is claimed. */
  row: string;
  delivery_id: string;
  event_id: string;
  /** Number of earlier attempts. */
  attempt: number;
  in_order: boolean;
  claim: string;
  /** Whether due deliveries of its queue wait for a slot. */
  is_full: boolean;
  url: string;
  accepted_version: number;
  body: string;
  /** When the event happened. */
  created_at: Date;
  /** Trace context of what emitted the event. */
  traceparent: string | null;
}

/** Deliveries of one replay batch: claimed together, sent one after the other. */
const replayBatchMax = 10;

/** Maximum deliveries of one claim from one queue. */
export const queueClaimMax = concurrencyMax + replayBatchMax - 1;

export interface AllottedQueue extends QueueKey {
  /** Maximum deliveries of this claim, replay batch included. */
  allotment: number;
  /** Target host, whose counter is locked. */
  host: string;
}

/** Rows of a queue that are due, longest waiting first. */
const dueIds = (now: Date, kind: { inOrder: boolean; limit: RawBuilder<unknown> }) => sql`
  select coalesce(array_agg(row), '{}') as rows from (
    select d.ctid as row from pending_delivery d
     where (d.tenant_id, d.endpoint_id) = (l.tenant_id, l.endpoint_id)
       and d.in_order = ${kind.inOrder} and d.due_at <= ${now}
     order by d.due_at, d.delivery_id limit ${kind.limit}) q`;

const replayLimit = sql`
  case when l.replay_end is not null or l.free < 1 then 0
       else least(l.allotment, case when l.concurrency = 1 then 1 else ${replayBatchMax} end) end`;
const plainLimit = sql`
  greatest(least(l.free - (cardinality(replay.rows) > 0)::int,
                 l.allotment - cardinality(replay.rows)), 0)`;

type ClaimRow = QueueSchedule & (ClaimedDelivery | { delivery_id: null });

/**
 * Claims due deliveries of these locked queues, whose endpoints are active, up to their free slots,
 * with a lease, counts them in the windows of their hosts, and reschedules the queues. Replay
 * deliveries are claimed as one batch per queue. Must be a statement of its own after the lock, so
 * that its snapshot includes everything committed before. CTEs are materialized: the planner
 * expects few due rows and would otherwise probe the queue of each row instead of the rows of each
 * queue. Also returns whether one of the queues is due now. If columns share a name the driver
 * returns the last one: the queue's, which is present without a delivery too.
 */
export async function claimPendingDeliveries(
  db: Kysely<Tables>,
  queues: readonly AllottedQueue[],
  { claim, now, until }: { claim: string; now: Date; until: Date },
): Promise<{ rows: ClaimedDelivery[]; more: boolean }> {
  const { tenants, endpoints } = columnsOf(queues);
  const hosts = queues.map(({ host }) => host);
  const { rows } = await sql<ClaimRow>`
    with room as materialized (
      select l.tenant_id, l.endpoint_id, l.concurrency, l.accepted_version, l.open_until,
             k.allotment, k.host, u.*, l.concurrency - u.n as free
        from unnest(${tenants}::text[], ${endpoints}::text[], ${hosts}::text[],
                    ${queues.map(({ allotment }) => allotment)}::int[])
             as k(tenant_id, endpoint_id, host, allotment)
       cross join lateral (${queueOfKey}) l
       cross join lateral (select from endpoint e
                            where (e.tenant_id, e.id) = (l.tenant_id, l.endpoint_id)
                              and e.status = 'active' offset 0) e
       cross join lateral (${inFlight(now)}) u
    ), picked as materialized (
      select l.*, replay.rows as replays, plain.rows as plains,
             cardinality(replay.rows) > 0 as has_replay, cardinality(plain.rows) as plain_count
        from room l
       cross join lateral (${dueIds(now, { inOrder: true, limit: replayLimit })}) replay
       cross join lateral (${dueIds(now, { inOrder: false, limit: plainLimit })}) plain
    ), claimed as (
      update pending_delivery d set claim = ${claim}, due_at = ${until}
        from picked k cross join lateral
             unnest(k.replays || k.plains) with ordinality as p(row, place)
       where d.ctid = p.row
      returning d.*, d.ctid as row, k.accepted_version, k.host, p.place
    ), counted as (
      update host_window w set deliveries = w.deliveries + n.n
        from (select host, count(*)::int as n from claimed group by host) n
       where w.host = any (${hosts}::text[]) and w.host = n.host
    ), load as materialized (
      select l.tenant_id, l.endpoint_id, l.concurrency, l.open_until,
             l.n + l.plain_count + l.has_replay::int as n,
             least(l.lease_end, case when l.has_replay or l.plain_count > 0
                                     then ${until}::timestamptz end) as lease_end,
             case when l.has_replay then ${until} else l.replay_end end as replay_end,
             least(plain.due_at, case when l.plain_count > 0 then ${until}::timestamptz end)
               as plain_due_at,
             least(replay.due_at, case when l.has_replay then ${until}::timestamptz end)
               as replay_due_at
        from picked l
       cross join lateral (${firstDue(false, sql`l.plains`)}) plain
       cross join lateral (${firstDue(true, sql`l.replays`)}) replay
    ), described as materialized (
      select c.row, c.delivery_id, c.event_id, c.attempt, c.in_order, c.claim, c.accepted_version, c.place,
             c.tenant_id, c.endpoint_id, v.body, v.created_at, v.traceparent, e.url, e.secret,
             e.secret_version, e.old_secret, e.old_secret_expires_at
        from claimed c
       cross join lateral (select * from endpoint e
                            where (e.tenant_id, e.id) = (c.tenant_id, c.endpoint_id) offset 0) e
       cross join lateral (select * from event v
                            where (v.tenant_id, v.id) = (c.tenant_id, c.event_id) offset 0) v
    ), rescheduled as (
      ${rescheduleByLoad(queues, now)}
    )
    select c.*, s.*
      from rescheduled s left join described c using (tenant_id, endpoint_id)
     order by c.place`.execute(db);
  return {
    rows: rows.filter((row) => row.delivery_id !== null),
    more: rows.some(({ is_due }) => is_due),
  };
}
