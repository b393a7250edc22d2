/** The queue of deliveries. Its rows of a lane are read and written by whoever holds the lane. */
import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { Failure, Verdict } from '../domain/outcome.ts';
import type { Secrets } from '../domain/signing.ts';
import type { LaneKey } from './lanes.ts';
import type { Tables } from './schema.ts';

/** A delivery to make, with all that it takes. */
export interface Claimed extends LaneKey, Secrets {
  delivery_id: string;
  event_id: string;
  /** How many attempts there were before. */
  attempt: number;
  in_order: boolean;
  claim: string;
  url: string;
  accepted_version: number;
  body: string;
}

/** How many of a replay are claimed together, to be sent one after the other. */
const trainMax = 10;

/** How many more deliveries of each lane may be under way; a train counts as one. */
const room = (lanes: readonly LaneKey[], now: Date) => sql`
  select l.tenant_id, l.endpoint_id, l.width, l.accepted_version, u.has_train,
         l.width - u.plain - u.has_train::int as n
    from unnest(${lanes.map(({ tenant_id }) => tenant_id)}::text[],
                ${lanes.map(({ endpoint_id }) => endpoint_id)}::text[]) as k(tenant_id, endpoint_id)
    join lane l using (tenant_id, endpoint_id)
    cross join lateral (
      select count(*) filter (where not in_order) as plain,
             coalesce(bool_or(in_order), false) as has_train
        from due d where (d.tenant_id, d.endpoint_id) = (l.tenant_id, l.endpoint_id)
         and d.claim is not null and d.due_at > ${now}) u`;

/** What is due of a lane, the longest waiting first. */
const dueIds = (now: Date, kind: { inOrder: boolean; limit: RawBuilder<unknown> }) => sql`
  select coalesce(array_agg(row), '{}') as rows from (
    select d.ctid as row from due d
     where (d.tenant_id, d.endpoint_id) = (r.tenant_id, r.endpoint_id)
       and d.in_order = ${kind.inOrder} and d.due_at <= ${now}
     order by d.due_at, d.delivery_id limit ${kind.limit}) q`;

const trainLimit = sql`
  case when r.has_train or r.n < 1 then 0 when r.width = 1 then 1 else ${trainMax} end`;
const plainLimit = sql`greatest(r.n - (cardinality(train.rows) > 0)::int, 0)`;

/**
 * Claims what is due of these lanes, as much as may be under way, until the lease ends. A replay's
 * deliveries travel as one train per lane. Materialized, or the planner, which expects a queue to be
 * nearly empty, would look for each row's lane instead of each lane's rows.
 */
export async function claimRows(
  db: Kysely<Tables>,
  lanes: readonly LaneKey[],
  { claim, now, until }: { claim: string; now: Date; until: Date },
): Promise<Claimed[]> {
  const { rows } = await sql<Claimed>`
    with room as materialized (${room(lanes, now)}), picked as materialized (
      select r.accepted_version, p.row, p.place
        from room r
        cross join lateral (${dueIds(now, { inOrder: true, limit: trainLimit })}) train
        cross join lateral (${dueIds(now, { inOrder: false, limit: plainLimit })}) plain
        cross join lateral
          unnest(train.rows || plain.rows) with ordinality as p(row, place)
    ), claimed as (
      update due d set claim = ${claim}, due_at = ${until} from picked p where d.ctid = p.row
      returning d.*, p.accepted_version, p.place
    )
    select c.tenant_id, c.endpoint_id, c.delivery_id, c.event_id, c.attempt, c.in_order, c.claim,
           c.accepted_version, v.body, e.url, e.secret, e.secret_version, e.old_secret,
           e.old_secret_expires_at
      from claimed c
      join endpoint e on (e.tenant_id, e.id) = (c.tenant_id, c.endpoint_id)
      join event v on (v.tenant_id, v.id) = (c.tenant_id, c.event_id)
     order by c.place`.execute(db);
  return rows;
}

/** What became of one attempt. */
export interface Attempted extends LaneKey {
  delivery_id: string;
  claim: string;
  attempt: number;
  status: Verdict['status'];
  response_code: number | null;
  failure: Failure | null;
  duration_ms: number;
  response_excerpt: string | null;
  attempted_at: Date;
  next_attempt_at: Date | null;
}

/**
 * Writes attempts into the log and takes what is finished out of the queue. An attempt whose lease
 * ended and whose row somebody else claimed changes nothing. Answers those that counted.
 */
export async function recordAttempts(
  db: Kysely<Tables>,
  attempts: readonly Attempted[],
): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ id: string }>`
    with told as (
      select * from json_to_recordset(${JSON.stringify(attempts)}) as t(
        tenant_id text, endpoint_id text, delivery_id text, claim text, attempt integer, status text,
        response_code integer, failure text, duration_ms integer, response_excerpt text,
        attempted_at timestamptz, next_attempt_at timestamptz)
    ), held as (
      select t.*, d.ctid as row
        from told t join due d using (tenant_id, endpoint_id, delivery_id)
       where d.claim = t.claim
    ), finished as (
      delete from due d using held h where d.ctid = h.row and h.status <> 'pending'
    ), later as (
      update due d
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

/** What was claimed and not begun is due again. */
export async function giveBack(
  db: Kysely<Tables>,
  rows: readonly Pick<Claimed, 'tenant_id' | 'endpoint_id' | 'delivery_id' | 'claim'>[],
  now: Date,
): Promise<void> {
  await sql`
    update due d set claim = null, due_at = ${now}
      from json_to_recordset(${JSON.stringify(rows)})
        as t(tenant_id text, endpoint_id text, delivery_id text, claim text)
     where (d.tenant_id, d.endpoint_id, d.delivery_id, d.claim)
         = (t.tenant_id, t.endpoint_id, t.delivery_id, t.claim)`.execute(db);
}
