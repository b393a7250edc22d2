/** Results of attempts: the log (`delivery`), and what of it remains pending. */
import { type Kysely, sql } from 'kysely';
import type { AttemptResult, DeliveryFailure } from '../domain/attempt-result.ts';
import { asynchronousCommit, dueNow, isAmong, type QueueKey } from './endpoint-queues.ts';
import type { ClaimedDelivery } from './pending-deliveries.ts';
import type { Tables } from './schema.ts';

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

const reported = (attempts: readonly AttemptRecord[]) => sql`
  select * from json_to_recordset(${JSON.stringify(attempts)}) as t(
    row tid, tenant_id text, endpoint_id text, delivery_id text, claim text, attempt integer, status text,
    response_code integer, failure text, duration_ms integer, response_excerpt text,
    attempted_at timestamptz, next_attempt_at timestamptz)`;

const recorded = sql`
  attempt = h.attempt, status = h.status, response_code = h.response_code, failure = h.failure,
  duration_ms = h.duration_ms, response_excerpt = h.response_excerpt,
  attempted_at = h.attempted_at, next_attempt_at = h.next_attempt_at`;

/**
 * The row that a claim returned, wherever it stands now: only holders of the queue's lock change it.
 * A place (ctid) may have been reused, so compare delivery and claim. `offset 0` keeps that
 * comparison out of the look-up: a plan for an empty table would prefer it to the place.
 */
const claimedRow = sql`
  select delivery_id, claim from pending_delivery where ctid = t.row offset 0`;

/**
 * Writes attempts into the log and deletes finished deliveries from the queue. Fenced by `claim`: an
 * attempt whose row was claimed again after its lease ended is ignored. Returns the recorded ids.
 */
export async function recordAttempts(
  db: Kysely<Tables>,
  attempts: readonly AttemptRecord[],
): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ id: string }>`
    with reported as (${reported(attempts)}), held as (
      select t.* from reported t cross join lateral (${claimedRow}) d
       where (d.delivery_id, d.claim) = (t.delivery_id, t.claim)
    ), finished as (
      delete from pending_delivery d using held h where d.ctid = h.row and h.status <> 'pending'
    ), later as (
      update pending_delivery d
         set claim = null, attempt = h.attempt, due_at = h.next_attempt_at, in_order = false
        from held h where d.ctid = h.row and h.status = 'pending'
    )
    update delivery v set ${recorded} from held h
     where (v.tenant_id, v.endpoint_id, v.id) = (h.tenant_id, h.endpoint_id, h.delivery_id)
    returning v.id`.execute(db);
  return new Set(rows.map(({ id }) => id));
}

interface CalmQueue extends QueueKey {
  is_due: boolean;
}

/**
 * The same for successes, if the queue has no failures to forget; returns these queues, and whether
 * each is due. Runs as a transaction of its own, which locks the queues in the order of their keys.
 * The claim is compared again where rows are deleted, because the lock is taken after the snapshot.
 * A result changes when such a queue is due only if deliveries wait for its slot.
 */
export async function recordSuccesses(
  db: Kysely<Tables>,
  attempts: readonly AttemptRecord[],
  { keys, now }: { keys: readonly QueueKey[]; now: Date },
): Promise<CalmQueue[]> {
  const { rows } = await sql<CalmQueue>`
    with calm as materialized (
      select tenant_id, endpoint_id, is_full, due_at from endpoint_queue
       where ${isAmong(keys)} and failing_since is null
       order by tenant_id, endpoint_id for update
    ), freed as (
      update endpoint_queue set is_full = false, due_at = ${dueNow(now)} from calm k
       where ${isAmong(keys)} and k.is_full
         and (endpoint_queue.tenant_id, endpoint_queue.endpoint_id) = (k.tenant_id, k.endpoint_id)
    ), held as materialized (
      select t.* from (${reported(attempts)}) t join calm using (tenant_id, endpoint_id)
    ), finished as (
      delete from pending_delivery d using held h
       where d.ctid = h.row
         and (d.delivery_id, d.claim) is not distinct from (h.delivery_id, h.claim)
      returning h.*
    ), logged as (
      update delivery v set ${recorded} from finished h
       where (v.tenant_id, v.endpoint_id, v.id) = (h.tenant_id, h.endpoint_id, h.delivery_id)
    )
    select tenant_id, endpoint_id, is_full or coalesce(due_at <= ${now}, false) as is_due,
           ${asynchronousCommit}
      from calm`.execute(db);
  return rows;
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
