/** Pending deliveries (table `pending_delivery`). Reading or writing those of a queue requires its row lock. */
import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { AttemptResult, DeliveryFailure } from '../domain/attempt-result.ts';
import { concurrencyMax } from '../domain/endpoint-queue.ts';
import type { EndpointSecrets } from '../domain/signature.ts';
import { dueNow, type QueueKey, queueOfKey } from './endpoint-queues.ts';
import type { Tables } from './schema.ts';

/** A claimed delivery with everything that an attempt needs. */
export interface ClaimedDelivery extends QueueKey, EndpointSecrets {
  /** Its place in `pending_delivery` (ctid), which it keeps as long as it is claimed. */
  row: string;
  delivery_id: string;
  event_id: string;
  /** How many attempts there were before. */
  attempt: number;
  in_order: boolean;
  claim: string;
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

/** Free concurrency slots of each queue; a replay batch takes one. */
const freeSlots = (queues: readonly AllottedQueue[], now: Date) => sql`
  select l.tenant_id, l.endpoint_id, l.concurrency, l.accepted_version, u.has_replay, k.allotment,
         l.concurrency - u.plain - u.has_replay::int as n
    from unnest(${queues.map(({ tenant_id }) => tenant_id)}::text[],
                ${queues.map(({ endpoint_id }) => endpoint_id)}::text[],
                ${queues.map(({ allotment }) => allotment)}::int[])
         as k(tenant_id, endpoint_id, allotment)
    cross join lateral (${queueOfKey}) l
    cross join lateral (
      select count(*) filter (where not in_order) as plain,
             coalesce(bool_or(in_order), false) as has_replay
        from pending_delivery d where (d.tenant_id, d.endpoint_id) = (l.tenant_id, l.endpoint_id)
         and d.claim is not null and d.due_at > ${now}) u`;

/** Rows of a queue that are due, longest waiting first. */
const dueIds = (now: Date, kind: { inOrder: boolean; limit: RawBuilder<unknown> }) => sql`
  select coalesce(array_agg(row), '{}') as rows from (
    select d.ctid as row from pending_delivery d
     where (d.tenant_id, d.endpoint_id) = (r.tenant_id, r.endpoint_id)
       and d.in_order = ${kind.inOrder} and d.due_at <= ${now}
     order by d.due_at, d.delivery_id limit ${kind.limit}) q`;

const replayLimit = sql`
  case when r.has_replay or r.n < 1 then 0
       else least(r.allotment, case when r.concurrency = 1 then 1 else ${replayBatchMax} end) end`;
const plainLimit = sql`
  greatest(least(r.n - (cardinality(replay.rows) > 0)::int,
                 r.allotment - cardinality(replay.rows)), 0)`;

/**
 * Claims due deliveries of these locked queues up to their free slots, with a lease, and counts them
 * in the windows of their hosts. Replay deliveries are claimed as one batch per queue. CTEs are materialized: the planner expects `due` to
 * be nearly empty and would otherwise probe the queue of each row instead of the rows of each queue.
 */
export async function claimPendingDeliveries(
  db: Kysely<Tables>,
  queues: readonly AllottedQueue[],
  { claim, now, until }: { claim: string; now: Date; until: Date },
): Promise<ClaimedDelivery[]> {
  const { rows } = await sql<ClaimedDelivery>`
    with room as materialized (${freeSlots(queues, now)}), picked as materialized (
      select r.accepted_version, p.row, p.place
        from room r
        cross join lateral (${dueIds(now, { inOrder: true, limit: replayLimit })}) replay
        cross join lateral (${dueIds(now, { inOrder: false, limit: plainLimit })}) plain
        cross join lateral
          unnest(replay.rows || plain.rows) with ordinality as p(row, place)
    ), claimed as (
      update pending_delivery d set claim = ${claim}, due_at = ${until} from picked p where d.ctid = p.row
      returning d.*, d.ctid as row, p.accepted_version, p.place
    ), counted as (
      update host_window w set deliveries = w.deliveries + n.n
        from (select k.host, count(*)::int as n
                from claimed
                join unnest(${queues.map(({ tenant_id }) => tenant_id)}::text[],
                            ${queues.map(({ endpoint_id }) => endpoint_id)}::text[],
                            ${queues.map(({ host }) => host)}::text[])
                     as k(tenant_id, endpoint_id, host) using (tenant_id, endpoint_id)
               group by k.host) n
       where w.host = any (${queues.map(({ host }) => host)}::text[]) and w.host = n.host
    )
    select c.row, c.tenant_id, c.endpoint_id, c.delivery_id, c.event_id, c.attempt, c.in_order, c.claim,
           c.accepted_version, v.body, v.created_at,
           v.traceparent, e.url, e.secret, e.secret_version, e.old_secret,
           e.old_secret_expires_at
      from claimed c
     cross join lateral (select * from endpoint e
                          where (e.tenant_id, e.id) = (c.tenant_id, c.endpoint_id) offset 0) e
     cross join lateral (select * from event v
                          where (v.tenant_id, v.id) = (c.tenant_id, c.event_id) offset 0) v
     order by c.place`.execute(db);
  return rows;
}

/**
 * The row that a claim returned, wherever it stands now: only holders of the queue's lock change it. A
 * place (ctid) may have been reused, so compare delivery and claim. `offset 0` keeps that comparison
 * out of the look-up: a plan for an empty table would prefer it to the place.
 */
const claimedRow = sql`
  select delivery_id, claim from pending_delivery where ctid = t.row offset 0`;

/** Result of one attempt, as it is stored. */
export interface AttemptRecord extends QueueKey, Pick<ClaimedDelivery, 'row'> {
  delivery_id: string;
  claim: string;
  attempt: number;
  status: AttemptResult['status'];
  response_code: number | null;
  failure: DeliveryFailure | null;
  duration_ms: number;
  response_excerpt: string | null;
  attempted_at: Date;
  next_attempt_at: Date | null;
}

/**
 * Writes attempts into the log and deletes finished deliveries from the queue. Fenced by `claim`: an
 * attempt whose row was claimed again after its lease ended is ignored. Returns the recorded ids.
 */
export async function recordAttempts(
  db: Kysely<Tables>,
  attempts: readonly AttemptRecord[],
): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ id: string }>`
    with reported as (
      select * from json_to_recordset(${JSON.stringify(attempts)}) as t(
        row tid, tenant_id text, endpoint_id text, delivery_id text, claim text, attempt integer, status text,
        response_code integer, failure text, duration_ms integer, response_excerpt text,
        attempted_at timestamptz, next_attempt_at timestamptz)
    ), held as (
      select t.* from reported t cross join lateral (${claimedRow}) d
       where (d.delivery_id, d.claim) = (t.delivery_id, t.claim)
    ), finished as (
      delete from pending_delivery d using held h where d.ctid = h.row and h.status <> 'pending'
    ), later as (
      update pending_delivery d
         set claim = null, attempt = h.attempt, due_at = h.next_attempt_at, in_order = false
        from held h where d.ctid = h.row and h.status = 'pending'
    )
    update delivery v
       set attempt = h.attempt, status = h.status, response_code = h.response_code,
           failure = h.failure, duration_ms = h.duration_ms,
           response_excerpt = h.response_excerpt, attempted_at = h.attempted_at,
           next_attempt_at = h.next_attempt_at
      from held h
     where (v.tenant_id, v.endpoint_id, v.id) = (h.tenant_id, h.endpoint_id, h.delivery_id)
    returning v.id`.execute(db);
  return new Set(rows.map(({ id }) => id));
}

/** Releases claims of deliveries that were not attempted: they are due again. */
export async function releaseClaims(
  db: Kysely<Tables>,
  rows: readonly Pick<ClaimedDelivery, 'row' | 'delivery_id' | 'claim'>[],
  now: Date,
): Promise<void> {
  await sql`
    with held as materialized (
      select t.row
        from json_to_recordset(${JSON.stringify(rows)}) as t(row tid, delivery_id text, claim text)
       cross join lateral (${claimedRow}) d
       where (d.delivery_id, d.claim) = (t.delivery_id, t.claim)
    )
    update pending_delivery d set claim = null, due_at = ${dueNow(now)}
      from held h where d.ctid = h.row`.execute(db);
}
